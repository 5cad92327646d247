import type { ComponentChildren } from 'preact'
import type { Query } from '../hooks/use-query.ts'
import { NotFound } from '../pages/not-found.tsx'
import { ErrorMessage } from './error-message.tsx'
import { PageHeading } from './page-heading.tsx'
import { Skeleton } from './skeleton.tsx'

/** The error codes that mean that something does not exist. The path of a name of only dots is not a route. */
const NOT_FOUND: Record<'skill' | 'agent' | 'page', { title: string; codes: string[] }> = {
  skill: { title: 'Skill not found', codes: ['skill_not_found'] },
  agent: { title: 'Agent not found', codes: ['agent_not_found', 'route_not_found'] },
  page: { title: 'Page not found', codes: [] },
}

interface LoaderProps<Data> {
  what: keyof typeof NOT_FOUND
  query: Query<Data>
  children(data: Data): ComponentChildren
  /** What the address names, for a skill that does not exist. */
  lookedFor?: string
}

/** Shows a skill, an agent or a page once it is loaded, and until then a placeholder or the error. */
export function Loader<Data>({ what, query, children, lookedFor = '' }: LoaderProps<Data>) {
  const { data, error, retry } = query
  const { title, codes } = NOT_FOUND[what]
  if (error && codes.includes(error.code)) return <NotFound title={title} lookedFor={lookedFor} />
  if (error && !data) {
    return (
      <>
        <PageHeading text={`This ${what} could not be loaded`} />
        <ErrorMessage error={error} retry={retry} />
      </>
    )
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <p class="visually-hidden">Loading…</p>
        <Skeleton rows={4} kind="rating" />
      </div>
    )
  }
  return <>{children(data)}</>
}
