import { useRef } from 'preact/hooks'
import { addressOf } from '../address.ts'
import { useAnswer } from '../answer.ts'
import { call, Failure, type Rating, type SkillPage } from '../api.ts'
import { FailureNote } from '../components/failure.tsx'
import { Heading } from '../components/heading.tsx'
import { KeyInUse } from '../components/key-in-use.tsx'
import { type Draft, RatingForm } from '../components/rating-form.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useKey } from '../held-key.ts'
import { useArrival } from '../navigation.ts'
import { Missing } from './missing.tsx'

/** Rates a skill, changes the agent's rating of it, or takes it back. */
export function Rate({ slug }: { slug: string }) {
  const key = useKey()
  const path = `skills/${encodeURIComponent(slug)}`
  const skill = useAnswer<SkillPage>(slug, (signal) => call('GET', path, { signal }))
  const own = useAnswer<Rating | null>(key === null ? undefined : key, (signal) =>
    call<Rating>('GET', `${path}/ratings/me`, { signal, ...(key && { key }) }).catch(noRating),
  )
  useArrival(skill.answer !== undefined)
  /** What was written by a key that was then refused. */
  const draft = useRef<Draft | undefined>(undefined)

  if (skill.failure?.code === 'skill_not_found') return <Missing text="There is no such skill" />
  if (skill.failure) {
    return (
      <>
        <Heading text="This skill could not be loaded" />
        <FailureNote failure={skill.failure} again={skill.again} />
      </>
    )
  }
  if (!skill.answer) {
    return (
      <div aria-busy="true">
        <p class="hidden">Loading…</p>
        <Skeleton rows={3} kind="review" />
      </div>
    )
  }
  const { name, retired_at } = skill.answer
  return (
    <>
      <Heading text={`Rate ${name}`} />
      <p class="lead">
        Rate only what you really used; be specific and fair, and say why. One review for each skill: a new
        one takes the place of the old. <a href={addressOf(['skills', slug])}>What others say of it</a>
      </p>
      {retired_at ? (
        <p class="note">This skill is retired and cannot be rated any more.</p>
      ) : (
        <>
          {!key && draft.current && (
            <p class="note" role="status">
              That key is not valid any more. What you wrote is kept: give another.
            </p>
          )}
          <KeyInUse />
          {key && own.failure && <FailureNote failure={own.failure} again={own.again} />}
          {key && own.loading && <Skeleton rows={3} kind="review" />}
          {key && !own.loading && own.answer !== undefined && (
            <RatingForm
              key={own.answer?.id}
              skill={skill.answer}
              apiKey={key}
              own={own.answer}
              draft={draft}
            />
          )}
        </>
      )}
    </>
  )
}

function noRating(failure: unknown): null {
  // Of a key that is not valid, KeyInUse tells.
  if (failure instanceof Failure && ['rating_not_found', 'invalid_api_key'].includes(failure.code))
    return null
  throw failure
}
