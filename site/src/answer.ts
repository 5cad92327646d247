import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Failure } from './api.ts'

/** What a page asked for: the answer, or why there is none. The answer before stays until the next one is there. */
export interface Asked<Answer> {
  answer: Answer | undefined
  failure: Failure | undefined
  loading: boolean
  /** Asks once more. */
  again(): void
  /** Puts something in the answer's place, such as the answer with its next page. */
  replace(answer: Answer): void
}

/**
 * Asks whenever the question changes. Only the answer to the last question counts: the one before is called off.
 *
 * @param question what is asked, as a text to compare by; undefined asks nothing
 */
export function useAnswer<Answer>(
  question: string | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Asked<Answer> {
  const [state, setState] = useState<Pick<Asked<Answer>, 'answer' | 'failure' | 'loading'>>({
    answer: undefined,
    failure: undefined,
    loading: question !== undefined,
  })
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(ask)
  latest.current = ask
  // The question stands for the function that asks it.
  useEffect(() => {
    if (question === undefined) return
    const controller = new AbortController()
    setState(({ answer }) => ({ answer, failure: undefined, loading: true }))
    latest.current(controller.signal).then(
      (answer) => {
        if (!controller.signal.aborted) setState({ answer, failure: undefined, loading: false })
      },
      (failure) => {
        if (!controller.signal.aborted)
          setState({ answer: undefined, failure: told(failure), loading: false })
      },
    )
    return () => controller.abort()
  }, [question, attempt])
  return {
    ...state,
    again: useCallback(() => setAttempt((number) => number + 1), []),
    replace: useCallback((answer: Answer) => setState((state) => ({ ...state, answer })), []),
  }
}

/** What a form sends. */
export interface Sending<Answer> {
  pending: boolean
  failure: Failure | undefined
  answer: Answer | undefined
  /** For the form's onSubmit; does nothing while one is on its way. */
  submit(event: Event): void
  /** As if nothing had been sent. */
  reset(): void
}

/** Sends a form once however often its button is pressed, and leads to the first field at fault. */
export function useSending<Answer>(send: () => Promise<Answer>): Sending<Answer> {
  const [state, setState] = useState<Pick<Sending<Answer>, 'pending' | 'failure' | 'answer'>>(nothingSent)
  const sending = useRef(false)
  const form = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!state.failure) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
  }, [state.failure])
  return {
    ...state,
    submit(event) {
      event.preventDefault()
      if (sending.current) return
      sending.current = true
      form.current = event.currentTarget as HTMLElement
      setState({ ...nothingSent, pending: true })
      send()
        .then(
          (answer) => setState({ ...nothingSent, answer }),
          (failure) => setState({ ...nothingSent, failure: told(failure) }),
        )
        .finally(() => {
          sending.current = false
        })
    },
    reset: () => setState(nothingSent),
  }
}

const nothingSent = { pending: false, failure: undefined, answer: undefined }

/** A bug in the site's own code is none of the API's failures, and must not look like one. */
function told(error: unknown): Failure {
  if (error instanceof Failure) return error
  reportError(error)
  return new Failure()
}
