import type { ComponentChildren } from 'preact'
import type { SkillPage } from '../api/responses.ts'
import type { Query } from '../hooks/use-query.ts'
import { NotFound } from '../pages/not-found.tsx'
import { ErrorMessage } from './error-message.tsx'
import { PageHeading } from './page-heading.tsx'
import { Skeleton } from './skeleton.tsx'

interface SkillLoaderProps {
  query: Query<SkillPage>
  children(skill: SkillPage): ComponentChildren
}

/** Shows a skill once it is loaded, and until then a placeholder or the error. */
export function SkillLoader({ query: { data, error, retry }, children }: SkillLoaderProps) {
  if (error?.code === 'skill_not_found') return <NotFound title="Skill not found" />
  if (error && !data) {
    return (
      <>
        <PageHeading text="This skill could not be loaded" />
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
