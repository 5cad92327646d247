/** Grey placeholder rows while a list loads. */
export function Skeleton({ rows, kind }: { rows: number; kind: 'skill' | 'rating' }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class={`skeleton skeleton-${kind}`}>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
