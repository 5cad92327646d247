import { expect, test } from 'vitest'
import {
  MAX_LIMIT,
  RATING_SORTS,
  SKILL_TYPES,
  SORTS,
  SUB_SCORE_NAMES,
} from '../../functions/_shared/schemas/options.ts'
import { databaseForTests } from './own-database.ts'

const database = databaseForTests()

// bounds.test.ts compares the lengths and ranges of fields.
test.each([
  ['skill_types', SKILL_TYPES],
  ['skill_orders', SORTS.filter((sort) => sort !== 'relevance')],
  ['rating_orders', RATING_SORTS],
  ['sub_scores', SUB_SCORE_NAMES],
  ['max_limit', MAX_LIMIT],
])('private.%s is what options.ts has', async (name, expected) => {
  const [row] = await database.owner.unsafe(`select to_jsonb(private.${name}()) as value`)
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)
  expect(sorted(row?.value)).toEqual(sorted(expected))
})

test('every sub-score has its columns, its index and a parameter', async () => {
  const columns = await database.owner`
    select attrelid::regclass || '.' || attname as name from pg_attribute
    where attrelid in ('public.ratings'::regclass, 'public.skill_stats'::regclass, 'public.skill_ratings'::regclass)
      or attrelid = 'admin.ratings_with_names'::regclass`
  const indexes = await database.owner`select indexname as name from pg_indexes where schemaname = 'public'`
  const parameters = await database.owner`
    select unnest(proargnames) as name from pg_proc where oid = 'public.submit_rating'::regproc`
  const found = new Set([...columns, ...indexes, ...parameters].map(({ name }) => name))
  const wanted = SUB_SCORE_NAMES.flatMap((name) => [
    ...['ratings', 'skill_ratings', 'admin.ratings_with_names'].map((relation) => `${relation}.${name}`),
    ...['count', 'sum', 'score'].map((kind) => `skill_stats.${name}_${kind}`),
    ...['count', 'sum'].map((kind) => `skill_stats.established_${name}_${kind}`),
    `skill_stats_${name}`,
    `p_${name}`,
  ])
  expect(wanted.filter((name) => !found.has(name))).toEqual([])
})
