import { request } from '../api/client.ts'
import { Loader } from '../components/loader.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useQuery } from '../hooks/use-query.ts'
import { exampleValues } from '../reference/examples.ts'
import type { OpenApi } from '../reference/openapi.ts'
import { Reference } from '../reference/reference.tsx'

/** The API reference: the API's own document, with examples of this service. */
export function Docs() {
  const query = useQuery('docs', async (signal) => {
    const document = await request<OpenApi>('GET', 'openapi.json', { signal })
    return { document, values: await exampleValues(document, signal) }
  })
  // The fragment of an address says where to scroll.
  useScrollRestoration(query.data !== undefined && location.hash === '')
  return (
    <Loader what="page" query={query}>
      {(data) => <Reference {...data} />}
    </Loader>
  )
}
