const CLAW = 'M3.5 18.5C2.5 10.5 7.5 3.5 17.5 1.5 12.5 5.5 12 10.5 10 15 8.7 18 6.5 19.5 3.5 18.5Z'

/** A picture of 0 to 5 claws, fractions included. The caller adds the same value as text. */
export function Claws({ value }: { value: number }) {
  const width = value * 20
  return (
    <svg class="claws" viewBox="0 0 100 20" width="100" height="20" aria-hidden="true">
      <FiveClaws className="claws-empty" />
      {/* The inner picture is cut off at the value. */}
      {width > 0 && (
        <svg width={width} height="20" viewBox={`0 0 ${width} 20`} aria-hidden="true">
          <FiveClaws />
        </svg>
      )}
    </svg>
  )
}

function FiveClaws({ className }: { className?: string }) {
  return (
    <g class={className}>
      {[0, 20, 40, 60, 80].map((x) => (
        <path key={x} d={CLAW} transform={`translate(${x})`} />
      ))}
    </g>
  )
}

/** The average as claws and as a number. */
export function Average({ value, total }: { value: number; total: number }) {
  if (total === 0) return <span class="unrated">Not rated yet</span>
  return (
    <span class="average">
      <Claws value={value} />
      <strong>{value.toFixed(1)}</strong>
      <span class="visually-hidden">of 5 claws</span>
    </span>
  )
}
