/** The button of a form. It keeps the focus while the request is pending. */
export function SubmitButton({ pending, text }: { pending: boolean; text: string }) {
  return (
    <button type="submit" class="main-button" aria-disabled={pending}>
      {pending ? 'Sending…' : text}
    </button>
  )
}
