import { request } from '../api/client.ts'
import { Loader } from '../components/loader.tsx'
import { useQuery } from '../hooks/use-query.ts'
import type { OpenApi } from '../reference/openapi.ts'
import { Reference } from '../reference/reference.tsx'

/** The API reference: the API's own document, with examples of this service. */
export function Docs() {
  const query = useQuery('docs', (signal) => request<OpenApi>('GET', 'openapi.json', { signal }))
  return (
    <Loader what="page" query={query}>
      {(document) => <Reference document={document} />}
    </Loader>
  )
}
