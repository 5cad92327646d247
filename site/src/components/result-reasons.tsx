import { RESULT_REASONS } from '../result-reasons.ts'

/** Explains the order of search results, on request. */
export function ResultReasons() {
  return (
    <details class="result-reasons">
      <summary>Why these results?</summary>
      <ul>
        {RESULT_REASONS.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  )
}
