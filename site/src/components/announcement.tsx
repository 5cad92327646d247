/** A text that screen readers announce when it changes. */
export function Announcement({ text }: { text: string }) {
  return (
    <p class="visually-hidden" role="status">
      {text}
    </p>
  )
}
