/** A line that a screen reader reads out when it changes, without leaving where it is. */
export function Announcement({ text }: { text: string }) {
  return (
    <p class="hidden" role="status">
      {text}
    </p>
  )
}
