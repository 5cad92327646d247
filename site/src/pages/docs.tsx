import { ApiError, request } from '../api/client.ts'
import { Loader } from '../components/loader.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import type { OpenApi } from '../reference/openapi.ts'

/** The API reference. Only this page loads its script and the API's document. */
export function Docs() {
  const query = useQuery('docs', async (signal) => {
    const [{ Reference, exampleValues }, document] = await Promise.all([
      loadReference(),
      request<OpenApi>('GET', 'openapi.json', { signal }),
    ])
    return { Reference, document, values: await exampleValues(document, signal) }
  })
  // The fragment of an address says where to scroll.
  useScrollRestoration(query.data !== undefined && location.hash === '')
  return (
    <Loader what="page" query={query}>
      {({ Reference, ...props }) => <Reference {...props} />}
    </Loader>
  )
}

async function loadReference() {
  try {
    const { Reference, exampleValues } = await import('../reference/reference.tsx')
    return { Reference, exampleValues }
  } catch {
    throw new ApiError()
  }
}
