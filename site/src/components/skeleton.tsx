/** As many grey rows as there will be something. */
export function Skeleton({ rows, kind }: { rows: number; kind: 'skill' | 'review' }) {
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
