import type { ComponentType } from 'preact'
import { ApiError } from '../api/client.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Loader } from './loader.tsx'

/** A page whose script is loaded when it is opened, so that the first load stays small. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyPage(props) {
    // Boxed, since a component that is set as state would be called as a function.
    const query = useQuery('script', async () => {
      try {
        return { Page: await load() }
      } catch {
        throw new ApiError()
      }
    })
    // Another version of the site may have been deployed, whose scripts have other names. Drafts are kept.
    const retry = () => location.reload()
    return (
      <Loader what="page" query={{ ...query, retry }}>
        {({ Page }) => <Page {...props} />}
      </Loader>
    )
  }
}
