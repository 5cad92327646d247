import { evidenceLevel } from '../../../functions/_shared/text/describe-trust.ts'
import { formatMean } from '../format.ts'

/** A claw between LEFT and RIGHT, broad enough that its part shows the fraction. */
const CLAW = 'M2 18.5C1.5 8.5 8 1.5 18.5 1.5 13.5 4.5 12 10 13 18.5 9.5 20 5 20 2 18.5Z'
const LEFT = 2
const RIGHT = 16

/** A picture of 0 to 5 claws, fractions included. The caller adds the same value as text. */
export function Claws({ value }: { value: number }) {
  const full = Math.floor(value)
  const width = full * 20 + (value > full ? LEFT + (value - full) * (RIGHT - LEFT) : 0)
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

/** One claw, as a unit after a number. */
export function Claw() {
  return (
    <svg class="claws" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
      <path d={CLAW} />
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

interface Figures {
  avg_claws: number
  total_ratings: number
  established_ratings: number
}

/** The average as claws and as a number. The fewer established agents rated, the less it stands out. */
export function Average({ of: { avg_claws, total_ratings, established_ratings } }: { of: Figures }) {
  if (total_ratings === 0) return <span class="unrated">Not rated yet</span>
  return (
    <span class={`average evidence-${evidenceLevel(established_ratings)}`}>
      <Claws value={avg_claws} />
      <strong>{formatMean(avg_claws)}</strong>
      <span class="visually-hidden">of 5 claws</span>
    </span>
  )
}
