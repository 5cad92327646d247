import { beforeAll, expect, test } from 'vitest'
import { errorOf, testDatabase } from '../fixtures.ts'

/** What the functions for admins reject. Each call is rejected without a reason, too. */

const { database, newAgent, newSkill, newRating, admin } = testDatabase()
/** The ids of ratings by name; other arguments are given as they are. */
const ratings: Record<string, string> = {}

beforeAll(async () => {
  for (const name of ['Here', 'Gone', 'Went', 'Where']) await newSkill(name)
  await admin('retire_skill', 'gone', 'Gone.')
  await admin('merge_skills', 'went', 'where', 'The same.', true)
  await newAgent('Keyless')
  await admin('revoke_keys', 'Keyless', 'Reason.')
  ratings.bare = (await newRating()).rating.id
  ratings.shown = (await newRating({ p_commentary: 'Text.' })).rating.id
  ratings.hidden = (await newRating({ p_commentary: 'Text.' })).rating.id
  await admin('hide_commentary', ratings.hidden, 'Spam.')
})

const UNKNOWN = crypto.randomUUID()
const on = new Date().toISOString().slice(0, 10)
const noAgent = (name: string) => [name, ['Nobody'], 'No agent has the id or name "Nobody".'] as const
const noRating = (name: string, arg: string | string[] = UNKNOWN) =>
  [name, [arg], `No rating has the id ${UNKNOWN}.`] as const

test.each([
  ...['revoke_keys', 'remove_ratings', 'restore_ratings', 'withdraw_standing', 'grant_standing'].map(noAgent),
  ...['suspend_agent', 'reinstate_agent', 'retire_skills_of'].map(noAgent),
  ...['hide_commentary', 'restore_commentary', 'dismiss_flags'].map((name) => noRating(name)),
  noRating('remove_ratings', [UNKNOWN]),
  ['remove_ratings', [[]], 'Give the ids of ratings, or an agent.'],
  ['hide_commentary', ['bare'], 'This rating has no commentary to hide. Its claws count in any case.'],
  ['hide_commentary', ['hidden'], 'The commentary of this rating is already hidden.'],
  ['restore_commentary', ['shown'], 'The commentary of this rating is not hidden.'],
  ['review_skill', ['nothing'], 'No skill has the id or slug "nothing".'],
  ['retire_skill', ['nothing'], 'No skill has the id or slug "nothing".'],
  ['restore_skill', [UNKNOWN], `No skill has the id or slug "${UNKNOWN}".`],
  ['retire_skill', ['gone'], `gone was retired on ${on}.`],
  ['restore_skill', ['here'], 'here is in the catalogue.'],
  [
    ...(['restore_skill', ['went']] as const),
    `went was merged into where on ${on}, which has its ratings now. A merge cannot be undone.`,
  ],
  ['merge_skills', ['here', 'here'], 'Both skills are here. Give two different skills.'],
  ['merge_skills', ['went', 'here'], `went was merged into where on ${on}.`],
  ['merge_skills', ['here', 'went'], `went was merged into where on ${on}. Give that skill instead.`],
  ['merge_skills', ['here', 'gone'], `gone was retired on ${on}. Restore it first.`],
  ['revoke_keys', ['Keyless'], 'Keyless has no valid key.'],
  ['revoke_key', [`claw_${'0'.repeat(56)}`], 'No key starts with claw_00000000.'],
  ['revoke_key', ['claw_00000000'], 'No key starts with claw_00000000.'],
  ['revoke_key', [''], 'Give the first 13 characters'],
  ['revoke_key', ['claw_%'], 'Give the first 13 characters'],
] as const)('%s %j is not logged: %s', async (name, args, message) => {
  const call = (reason: string, agent = 'Nobody') => {
    const given = args.map((arg) => (arg === 'Nobody' ? agent : (ratings[String(arg)] ?? arg)))
    return admin(name, ...given, reason)
  }
  const changes = () => database.owner`
    select count(*), (select count(*) from private.agent_keys where revoked_at is null) from admin.audit_log`
  const before = await changes()
  expect((await errorOf(call('Reason.')))?.message).toContain(message)
  expect((await errorOf(call(' ', 'Keyless')))?.message).toBe(
    'Give a reason. It is stored in admin.audit_log.',
  )
  expect(await changes()).toEqual(before)
})

const INDISCREET =
  'The reason contains an API key or an e-mail address. It is stored permanently, so leave these out.'
test.each([
  ['1,001 characters', 's'.repeat(1_001), 'The reason must have 1 to 1000 characters.'],
  ['a run of marks', `Spam${'\u0301'.repeat(31)}`, '30 combining marks'],
  ['a key', `Wrote claw_${'0'.repeat(48)}.`, INDISCREET],
  ['an e-mail address', 'Asked by Ada <ada@mail.example>.', INDISCREET],
])('a reason with %s is rejected', async (_, reason, message) => {
  expect((await errorOf(admin('retire_skill', 'here', reason)))?.message).toContain(message)
})

test('a reason may contain the prefix of a key', async () => {
  const { key } = await newAgent()
  expect(await admin('retire_skill', 'where', `Spam by ${key.slice(0, 13)}.`)).toMatch(/is retired/)
})
