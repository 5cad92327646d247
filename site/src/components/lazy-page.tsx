import type { ComponentType } from 'preact'
import { ApiError } from '../api/client.ts'
import { type Query, useQuery } from '../hooks/use-query.ts'
import { ErrorMessage } from './error-message.tsx'
import { Loader } from './loader.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A page whose script is loaded when it is opened, so that the first load stays small. */
export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return function LazyPage(props) {
    return (
      <Loader what="page" query={useScript(load)}>
        {({ Part }) => <Part {...props} />}
      </Loader>
    )
  }
}

/** A part of a page whose script is loaded when it is shown. */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return function LazyPart(props) {
    const { data, error, retry } = useScript(load)
    if (error) return <ErrorMessage error={error} retry={retry} />
    return data ? <data.Part {...props} /> : null
  }
}

/** Loads a script, such as while a page loads its data. */
export function useScript<Props>(load: Load<Props>): Query<{ Part: ComponentType<Props> }> {
  // Boxed, since a component that is set as state would be called as a function.
  const query = useQuery('script', async () => {
    try {
      return { Part: await load() }
    } catch {
      throw new ApiError()
    }
  })
  // Another version of the site may have been deployed, whose scripts have other names. Drafts are kept.
  return { ...query, retry: () => location.reload() }
}
