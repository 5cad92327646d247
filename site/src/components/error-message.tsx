import type { ApiError } from '../api/client.ts'

/** Shows why a request failed, and where a retry may help, the id of the request and a retry button. */
export function ErrorMessage({ error, retry }: { error: ApiError; retry?: (() => void) | undefined }) {
  return (
    <div class="note note-bad" role="alert">
      <p>
        <strong>{error.message}</strong>
      </p>
      {error.isTransient && <p>This may be temporary. Nothing you entered is lost.</p>}
      {error.isTransient && error.requestId && (
        <p>
          Request id: <code>{error.requestId}</code>
        </p>
      )}
      {retry && error.isTransient && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
