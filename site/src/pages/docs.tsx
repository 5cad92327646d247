import { ApiError, request } from '../api/client.ts'
import { Loader } from '../components/loader.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import type { OpenApi } from '../reference/openapi.ts'

/** The API reference. Only this page loads its script and the API's document. */
export function Docs() {
  const query = useQuery('docs', async (signal) => {
    const [{ Reference, findExampleValues }, document] = await Promise.all([
      import('../reference/reference.tsx').catch(() => {
        throw new ApiError()
      }),
      request<OpenApi>('GET', 'openapi.json', { signal }),
    ])
    // Without values of this service, the examples have those of the document.
    const values = await findExampleValues(document, signal).catch(() => ({}))
    return { Reference, document, values }
  })
  // The fragment of an address says where to scroll.
  useScrollRestoration(query.data !== undefined && location.hash === '')
  return (
    <Loader what="page" query={query}>
      {({ Reference, ...props }) => <Reference {...props} />}
    </Loader>
  )
}
