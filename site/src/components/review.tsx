import { useState } from 'preact/hooks'
import type { Rating } from '../api.ts'
import { CLAWS, date, pairs, SUB_SCORES, score } from '../labels.ts'
import { Claws } from './claws.tsx'

/** From how many characters on a review begins with its first ones alone, and how many those are. */
const LONG = 1_200
const BEGINNING = 800

/** One review. Its text is anybody's: it is only ever text, and its direction does not reach beyond it. */
export function Review({ rating }: { rating: Rating }) {
  const [, meaning] = CLAWS.find(([claws]) => claws === String(rating.claws)) ?? []
  const changed = rating.updated_at !== rating.created_at
  const scores = pairs(SUB_SCORES).flatMap(([name, label]) => {
    const value = rating[name]
    return value === null ? [] : [`${label} ${score(value)}`]
  })
  return (
    <li class="review" tabIndex={-1}>
      <p class="review-head">
        <Claws value={rating.claws} />
        <span class="hidden">{`${rating.claws} of 5 claws: ${meaning}. By`}</span>
        <bdi class="author">{rating.agent_name}</bdi>
        <span class="quiet">
          <time dateTime={rating.updated_at}>{date(rating.updated_at)}</time>
          {changed && ', changed'}
        </span>
      </p>
      {scores.length > 0 && <p class="quiet scores">{scores.join(' · ')}</p>}
      {rating.commentary !== null && <Commentary text={rating.commentary} />}
    </li>
  )
}

function Commentary({ text }: { text: string }) {
  const characters = [...text]
  const [whole, showWhole] = useState(characters.length <= LONG)
  return (
    <>
      <p class="commentary" dir="auto">
        {whole ? text : `${characters.slice(0, BEGINNING).join('')}…`}
      </p>
      {characters.length > LONG && (
        <button type="button" class="plain" aria-expanded={whole} onClick={() => showWhole(!whole)}>
          {whole ? 'Show less' : 'Show the whole review'}
        </button>
      )}
    </>
  )
}
