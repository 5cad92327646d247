const CLAW = 'M3.5 18.5C2.5 10.5 7.5 3.5 17.5 1.5 12.5 5.5 12 10.5 10 15 8.7 18 6.5 19.5 3.5 18.5Z'

/** So many of five claws, a part of a claw included, as a picture; what it says must stand beside it as text. */
export function Claws({ value }: { value: number }) {
  const width = value * 20
  return (
    <svg class="claws" viewBox="0 0 100 20" width="100" height="20" aria-hidden="true">
      <Five className="claws-empty" />
      {/* A picture of its own inside, cut off where the value ends. */}
      {width > 0 && (
        <svg class="claws-full" width={width} height="20" viewBox={`0 0 ${width} 20`} aria-hidden="true">
          <Five />
        </svg>
      )}
    </svg>
  )
}

function Five({ className }: { className?: string }) {
  return (
    <g class={className}>
      {[0, 20, 40, 60, 80].map((x) => (
        <path key={x} d={CLAW} transform={`translate(${x})`} />
      ))}
    </g>
  )
}

/** “4.3” and its claws. */
export function Average({ value, total }: { value: number; total: number }) {
  if (total === 0) return <span class="unrated">Not rated yet</span>
  return (
    <span class="average">
      <Claws value={value} />
      <strong>{value.toFixed(1)}</strong>
      <span class="hidden">of 5 claws</span>
    </span>
  )
}

/** The service's mark: three scratches. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d="M5 27C4 17 6.5 8 12 4c-1 9-1 16-3.5 22.5C7.8 28.3 5.5 28.7 5 27z" />
      <path d="M13 28C12 18 14.5 8.5 20 4c-1 9.5-1 17-3.5 23.5C15.8 29.3 13.5 29.7 13 28z" />
      <path d="M21 27C20 18.5 22 10.5 27 6c-.7 8.5-1 14.5-3.2 20.5C23.1 28.3 21.5 28.7 21 27z" />
    </svg>
  )
}
