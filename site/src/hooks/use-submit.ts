import { useEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, toApiError } from '../api/client.ts'

/** The state of a form's request. */
export interface Submission<Data> {
  pending: boolean
  error: ApiError | undefined
  data: Data | undefined
  /** For the form's onSubmit; does nothing while a request is pending. */
  submit(event: Event): void
  reset(): void
}

const initialState = { pending: false, error: undefined, data: undefined }

/** Sends a form's request once, however often its button is pressed, and focuses the first invalid field. */
export function useSubmit<Data>(send: () => Promise<Data>): Submission<Data> {
  const [state, setState] = useState<Pick<Submission<Data>, 'pending' | 'error' | 'data'>>(initialState)
  const sending = useRef(false)
  const form = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!state.error) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
  }, [state.error])
  return {
    ...state,
    submit(event) {
      event.preventDefault()
      if (sending.current) return
      sending.current = true
      form.current = event.currentTarget as HTMLElement
      setState({ ...initialState, pending: true })
      send()
        .then(
          (data) => setState({ ...initialState, data }),
          (error) => setState({ ...initialState, error: toApiError(error) }),
        )
        .finally(() => {
          sending.current = false
        })
    },
    reset: () => setState(initialState),
  }
}
