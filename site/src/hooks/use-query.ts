import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, toApiError } from '../api/client.ts'

/** The state of a request for data. The previous data stay until the next data arrive, or the request for them fails. */
export interface Query<Data> {
  data: Data | undefined
  error: ApiError | undefined
  loading: boolean
  retry(): void
  /** Replaces the data, such as with the same list and its next page. */
  setData(data: Data): void
}

/**
 * Loads data whenever the key changes. Only the latest request counts: earlier ones are aborted.
 *
 * @param key identifies the request; undefined loads nothing
 */
export function useQuery<Data>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<Data>,
): Query<Data> {
  const [state, setState] = useState<Pick<Query<Data>, 'data' | 'error' | 'loading'>>({
    data: undefined,
    error: undefined,
    loading: key !== undefined,
  })
  const [attempt, setAttempt] = useState(0)
  const latestLoad = useRef(load)
  latestLoad.current = load
  // The key represents the function that loads the data.
  useEffect(() => {
    if (key === undefined) return
    const controller = new AbortController()
    setState(({ data }) => ({ data, error: undefined, loading: true }))
    latestLoad.current(controller.signal).then(
      (data) => {
        if (!controller.signal.aborted) setState({ data, error: undefined, loading: false })
      },
      (error) => {
        if (!controller.signal.aborted)
          setState({ data: undefined, error: toApiError(error), loading: false })
      },
    )
    return () => controller.abort()
  }, [key, attempt])
  return {
    ...state,
    retry: useCallback(() => setAttempt((number) => number + 1), []),
    setData: useCallback((data: Data) => setState((state) => ({ ...state, data })), []),
  }
}
