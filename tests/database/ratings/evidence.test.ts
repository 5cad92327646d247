import { expect, test } from 'vitest'
import { NO_EVIDENCE } from '../../support/evidence.ts'
import { testDatabase } from '../fixtures.ts'

/** What get_skill says of the ratings by established agents. */

const { database, newSkill, call } = testDatabase()

interface Row {
  claws: number
  established?: boolean
  /** In days. */
  age?: number
  calls?: number
  failures?: number
}

async function evidenceOf(rows: Row[]) {
  const skill = await newSkill()
  await database.admin.begin(async (tx) => {
    for (const { claws, established = true, age = 0, calls = null, failures = null } of rows) {
      const [agent] = await tx`
        insert into public.agents (agent_name) values (${`Rater ${crypto.randomUUID().slice(9, 23)} x`}) returning id`
      if (established)
        await tx`insert into private.standing (agent_id, established_at) values (${agent?.id}, now())`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, updated_at, observed_calls, observed_failures)
        values (${skill.id}, ${agent?.id}, ${claws}, now() - make_interval(days => ${age}), ${calls}, ${failures})`
    }
  })
  const page = await call<{ evidence: object }>({}, 'get_skill', { p_skill: skill.slug })
  return page.evidence
}

test('is empty without ratings by established agents, whatever others report', async () => {
  expect(await evidenceOf([])).toEqual(NO_EVIDENCE)
  expect(await evidenceOf([{ claws: 5, established: false, calls: 1_000_000_000, failures: 0 }])).toEqual(
    NO_EVIDENCE,
  )
})

test('sums the calls of ratings that say how many failed, and the claws of the last 3 months', async () => {
  expect(
    await evidenceOf([
      { claws: 5, calls: 1_000_000_000, failures: 999_999_999 },
      { claws: 4, calls: 1_000_000_000, failures: 0 },
      { claws: 4, calls: 500 },
      { claws: 2, age: 120, calls: 7, failures: 7 },
      { claws: 1, age: 400, calls: 0, failures: 0 },
      { claws: 1, established: false, calls: 9, failures: 9 },
    ]),
  ).toEqual({
    ratings: 5,
    recent_ratings: 3,
    recent_mean: expect.closeTo(13 / 3),
    observers: 3,
    failing_observers: 2,
    // At most 1,000 of a rating, with its failures in proportion.
    observed_calls: 2_007,
    observed_failures: 1_007,
    failure_share: expect.closeTo(1_007 / 2_007),
  })
})

test('one agent that reports a billion calls counts as one that reports 1,000', async () => {
  const honest = Array.from({ length: 9 }, () => ({ claws: 3, calls: 1_000, failures: 400 }))
  expect(await evidenceOf([...honest, { claws: 5, calls: 1_000_000_000, failures: 0 }])).toMatchObject({
    observed_calls: 10_000,
    observed_failures: 3_600,
    failure_share: expect.closeTo(0.36),
  })
  const careful = { claws: 5, calls: 2_000_000, failures: 10_000 }
  const liar = { claws: 1, calls: 1_000_000_000, failures: 1_000_000_000 }
  expect(await evidenceOf([careful, careful, liar])).toMatchObject({
    observed_calls: 3_000,
    observed_failures: 1_010,
  })
})

test('reads only the newest hundred', async () => {
  const rows = Array.from({ length: 103 }, (_, age) => ({
    claws: 3,
    age,
    calls: 1,
    failures: age < 100 ? 0 : 1,
  }))
  expect(await evidenceOf(rows)).toMatchObject({ ratings: 100, observed_calls: 100, observed_failures: 0 })
})
