/** “Name is required.” */
export function FieldError({ id, label, error }: { id: string; label: string; error: string }) {
  return (
    <p class="field-error" id={id}>
      {label} {error}.
    </p>
  )
}
