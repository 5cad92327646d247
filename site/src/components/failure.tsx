import { type Failure, UNREACHABLE } from '../api.ts'

/** Says why something is not there, and offers to try again where that may help. */
export function FailureNote({ failure, again }: { failure: Failure; again?: (() => void) | undefined }) {
  return (
    <div class="note note-bad" role="alert">
      <p>
        <strong>{failure.code === UNREACHABLE ? 'The service cannot be reached.' : failure.message}</strong>
      </p>
      {failure.mayPass && <p>This may pass in a moment. Nothing of what you see here is lost.</p>}
      {again && failure.mayPass && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}
