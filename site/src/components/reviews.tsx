import { addressOf } from '../address.ts'
import { useAnswer } from '../answer.ts'
import { call, type RatingList, type SkillPage } from '../api.ts'
import { CLAWS, counted, oneOf, pairs, REVIEW_ORDERS } from '../labels.ts'
import { go } from '../navigation.ts'
import { Announcement } from './announcement.tsx'
import { FailureNote } from './failure.tsx'
import { Choice, Select } from './field.tsx'
import { More } from './more.tsx'
import { Review } from './review.tsx'
import { Skeleton } from './skeleton.tsx'

const PAGE = 20
const CLAWS_CHOICES = [['all', 'All'] as const, ...CLAWS.map(([claws]) => [claws, claws] as const)]
const ORDER_CHOICES = pairs(REVIEW_ORDERS)

/** The reviews of a skill, in an order and of so many claws as the address says. */
export function Reviews({ skill, query }: { skill: SkillPage; query: URLSearchParams }) {
  const sort = oneOf(ORDER_CHOICES, query.get('sort'))
  const claws = oneOf(CLAWS_CHOICES, query.get('claws'))
  const asked = { sort: sort === 'newest' ? '' : sort, claws: claws === 'all' ? '' : claws }
  const address = (changed: Partial<typeof asked>) =>
    addressOf(['skills', skill.slug], { ...asked, ...changed })
  const path = `skills/${skill.slug}/ratings`

  const list = useAnswer<RatingList>(JSON.stringify([skill.id, asked]), (signal) =>
    call('GET', path, { signal }, { ...asked, limit: String(PAGE) }),
  )
  const { answer, failure, loading } = list
  return (
    <section class="reviews" aria-labelledby="reviews-heading" aria-busy={loading}>
      <h2 id="reviews-heading">Reviews</h2>
      {skill.total_ratings > 0 && (
        <div class="review-controls">
          <Choice
            inRow
            legend="Claws"
            name="claws"
            words={CLAWS_CHOICES}
            chosen={claws}
            onChoice={(word) => go(address({ claws: word === 'all' ? '' : word }))}
          />
          <Select
            label="Order"
            words={ORDER_CHOICES}
            chosen={sort}
            onChoice={(word) => go(address({ sort: word === 'newest' ? '' : word }))}
          />
        </div>
      )}
      {failure && <FailureNote failure={failure} again={list.again} />}
      {!answer && loading && <Skeleton rows={3} kind="review" />}
      {answer && (
        <>
          {answer.ratings.length === 0 && (
            <p class="unrated">{claws === 'all' ? 'Nobody has rated it yet.' : `No rating of ${claws}.`}</p>
          )}
          <ol class={loading ? 'review-list stale' : 'review-list'}>
            {answer.ratings.map((rating) => (
              <Review key={rating.id} rating={rating} />
            ))}
          </ol>
          <More
            list={answer}
            of="reviews"
            load={(cursor) => call<RatingList>('GET', path, {}, { ...asked, cursor, limit: String(PAGE) })}
            onLoaded={(next) => list.replace({ ...next, ratings: [...answer.ratings, ...next.ratings] })}
          />
        </>
      )}
      <Announcement text={loading || !answer ? '' : `${counted(answer.ratings.length, 'review')}.`} />
    </section>
  )
}
