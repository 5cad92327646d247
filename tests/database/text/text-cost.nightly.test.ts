import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  attempt,
  type FunctionName,
  rolledBackAs,
  rpc,
  type Transaction,
  testDatabase,
} from '../fixtures.ts'

const { database, newAgent } = testDatabase()
let agent: Agent
beforeAll(async () => {
  agent = await newAgent()
})

/** Texts that once cost half a second to minutes, most of it in normalize(), which cannot be cancelled. */
const TEXTS = {
  'two long runs of marks': `a${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}`,
  '1 MB of alternating marks': '\u0301\u0316'.repeat(250_000),
  'marks of the fourth plane byte': '\u{1d165}\u{1d16d}'.repeat(100_000),
  'marks after 30 letters': `${'a'.repeat(30)}${'\u0301\u0316'.repeat(2_000)}`,
  'letters that only compatibility makes marks': '\u0301\uff9e'.repeat(250_000),
  'a few of them, within the limits': '\u0301\uff9e'.repeat(2_500),
  'characters that fold to many': '\ufdfa'.repeat(5_000),
  'words without end': 'é '.repeat(500_000),
  'white space without end': '\u3000'.repeat(80_000),
  'what looks like keys': `claw_${'0'.repeat(56)}`.repeat(10_000),
}

/** The error that a caller gets within half a second, if any. */
async function errorWithin(work: (tx: Transaction) => Promise<unknown>, key?: string) {
  const error = await rolledBackAs(database.owner, { key }, async (tx) => {
    await tx`set local statement_timeout = '500ms'`
    return attempt(tx, work)
  })
  expect(error?.code).not.toBe('57014')
  return error?.code
}

const submission = (text: string) => ({ p_name: text, p_description: text, p_type: 'mcp', p_url: text })
const rating = (text: string) => ({ p_skill_name: text, p_claws: 1, p_commentary: text })
const account = (text: string) => ({ p_agent_description: text, p_email: text })

type Call = [name: FunctionName, args: (text: string) => Record<string, unknown>, codes: unknown[]]
const WITHOUT_KEY: Call[] = [
  ['submit_skill', submission, ['PT401']],
  ['submit_rating', rating, ['PT401']],
  ['update_me', account, ['PT401']],
  ['flag_rating', (text) => ({ p_skill: text, p_rating: text, p_reason: text }), ['PT401']],
  ['flag_skill', (text) => ({ p_skill: text, p_reason: text }), ['PT401']],
  ['register_agent', (text) => ({ p_agent_name: text, ...account(text) }), ['PT400']],
  ['list_skills', (text) => ({ p_type: text, p_sort: text, p_cursor: text }), ['PT400']],
  ['search_catalogue', (text) => ({ p_search: text, p_type: text, p_sort: text, p_cursor: text }), ['PT400']],
  ['list_ratings', (text) => ({ p_skill: text, p_sort: text, p_cursor: text }), ['PT400', 'PT404']],
  ['get_skill', (text) => ({ p_skill: text }), ['PT404']],
  ['list_similar_skills', (text) => ({ p_skill: text }), ['PT404']],
  ['list_agent_ratings', (text) => ({ p_agent: text, p_cursor: text }), ['PT404']],
  ['list_agent_skills', (text) => ({ p_agent: text, p_cursor: text }), ['PT404']],
]
const WITH_KEY: Call[] = [
  ['submit_skill', submission, ['PT400']],
  ['submit_rating', rating, ['PT400']],
  // White space is an empty text, which is valid for an account.
  ['update_me', account, ['PT400', undefined]],
]

test.each(Object.entries(TEXTS))(
  '%s cost little in each argument and in rows that may not be inserted',
  async (_, text) => {
    for (const [name, args, codes] of WITHOUT_KEY)
      expect(codes, name).toContain(await errorWithin((tx) => rpc(tx, name, args(text))))
    for (const [name, args, codes] of WITH_KEY)
      expect(codes, name).toContain(await errorWithin((tx) => rpc(tx, name, args(text)), agent.key))
    for (const [table, values] of [
      ['public.skills (name, description, type)', "$1, 'x', 'mcp'"],
      ['public.skills (name, description, type)', "'x', $1, 'mcp'"],
      ['public.skills (name, description, type, url)', "'x', 'x', 'mcp', 'https://a.b/' || $1"],
      ['public.ratings (skill_id, claws, commentary)', 'gen_random_uuid(), 1, $1'],
    ]) {
      const code = await errorWithin((tx) => tx.unsafe(`insert into ${table} values (${values})`, [text]))
      expect(['42501', '23514', '23503']).toContain(code)
    }
  },
)

describe('among 150 planted skills of long words', () => {
  beforeAll(async () => {
    await database.owner`
      insert into public.skills (name, description, type)
      select 'planted ' || i, repeat(case when i % 2 = 0 then ${'\u2057'} else 'a' end, 5000), 'mcp'
      from generate_series(1, 150) as i`
    await database.admin`vacuum analyze public.skills`
    await database.admin`vacuum analyze public.skill_stats`
  })

  test.each([
    `${'\u2057'.repeat(199)}b`,
    `b${'\u2057'.repeat(199)}`,
    `${'a'.repeat(199)}b`,
    'a b '.repeat(50),
    [47, 48, 49].map((length) => `${'a'.repeat(length)}b`).join(' '),
  ])('a search for %s costs little', async (search) => {
    for (const p_sort of ['newest', 'name', 'top'])
      expect(
        await errorWithin((tx) => rpc(tx, 'search_catalogue', { p_search: search, p_sort })),
      ).toBeUndefined()
  })
})

describe('the bounds of a search', () => {
  test('the first 64 characters of a word and the first 50 words are compared', async () => {
    const many = Array.from({ length: 60 }, (_, i) => String.fromCharCode(0x4e00 + i)).join(' ')
    const [row] = await database.owner`
      select private.search_words(${`${'a'.repeat(64)}b c`}) as long, cardinality(private.search_words(${many})) as many`
    expect(row).toEqual({ long: ['a'.repeat(64), 'c'], many: 50 })
  })

  test('folded text has at most 6,000 characters, and a short one is whole', async () => {
    const [row] = await database.owner`
      select char_length(private.fold_text(repeat(${'\u2057'}, 5000))) as many,
        char_length(private.fold_text(repeat('a', 5201))) as whole`
    expect(row).toEqual({ many: 6_000, whole: 5_201 })
  })
})
