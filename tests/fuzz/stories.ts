// The stories of the fuzz run: what agents might do one after another.
import fc from 'fast-check'
import { RATING_SORTS, SKILL_TYPES, SORTS } from '../../functions/_shared/schemas/requests.ts'
import type { Body, Query, RatingsQuery } from './model.ts'

/**
 * One request of a story. Agents, skills and walks are told by number, counted round: a story stays one when a step is taken
 * out of it. `~` in a text stands for the word that only this story uses.
 */
export type Step =
  | { do: 'register'; body: Body }
  | { do: 'submit'; by: By; body: Body }
  | { do: 'rate'; by: By; skill: SkillNamed; body: Body }
  | { do: 'list'; query: Query }
  | { do: 'walk on'; walk: number; limit?: string | undefined; as?: Query | undefined }
  | { do: 'walk to the end'; query: Query; between: Step | undefined }
  | { do: 'ratings'; skill: number; query: RatingsQuery }
  | { do: 'own rating' | 'take back'; by: By; skill: number }
  | { do: 'flag'; by: By; skill: number; rating: number | 'unknown'; body: Body }
  | { do: 'get'; skill: number; as: 'id' | 'ID' | 'slug' | 'nothing' }

export type By = number | 'nobody' | 'stranger'

/** How a rating tells its skill: some number's id, some number's name in one of its disguises, or what nobody has. */
export interface SkillNamed {
  id?: number | 'unknown'
  name?: number | 'unknown'
  disguise: keyof typeof DISGUISES
}

/** Ways to write a name that leave it the same name; the last makes it another. */
export const DISGUISES = {
  'as it is': (name: string) => name,
  'in capitals': (name: string) => name.replace(/[a-zé]/g, (letter) => letter.toUpperCase()),
  'with wide spaces': (name: string) => ` ${name.replaceAll(' ', ' \u3000')}\uFEFF`,
  'full width': (name: string) =>
    name.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0)),
  decomposed: (name: string) => name.normalize('NFD'),
  'with joiners': (name: string) => name.replaceAll('i', 'i\u200D').replaceAll('☂', '☂\uFE0F'),
  'one letter more': (name: string) => `${name}x`,
}

// Of these letters the comparison key, the search and the slug are restated in rules.ts.
const PIECES =
  `rip grep GREP Café cafe\u0301 CAFÉ cafe naïve straße STRASSE Ｗｉｄｅ wide ﬁle file 2 3 -2 😀 👩\u200D💻 👩💻 ☂\uFE0F ☂ \uFFFD 中文
   a_b 50% c* back\\slash it's "q" , . Łódź ŁÓDŹ øl æ İstanbul ΣΑΣ σας mcp browser
   axb 5000 cc`.split(/\s+/)
const SPACES = ['', ' ', ' ', '  ', '\u00A0', '\u3000', '-']
/** What no name may hold. */
const UNREADABLE = ['\0', '\uD800', '\u200B', '\u202E', 'a\uFEFFb', '\u00AD', '\t']

const pieces = (most: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...SPACES), fc.constantFrom(...PIECES)), { maxLength: most })
    .map((parts) => parts.flat().join(''))

const mostly = <T, O>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<O>): fc.Arbitrary<T | O> =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: odd })

function name(longest: number): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(null, '', ' ', 7, ['~'], {}),
    fc.constantFrom(...UNREADABLE).map((character) => `~ ${character}!`),
    // The word of a story has 12 letters.
    fc.constantFrom(-1, 0, 1).map((more) => `~${'y'.repeat(longest - 12 + more)}`),
    fc.constantFrom(0, 1).map((more) => `~${'😀'.repeat(longest - 12 + more)}`),
  )
  return mostly(
    pieces(longest < 100 ? 3 : 5).map((rest) => `~ ${rest}`),
    odd,
  )
}

const by: fc.Arbitrary<By> = mostly(fc.nat(7), fc.constantFrom<By>('nobody', 'stranger'))
const description = mostly<string, unknown>(
  pieces(6).map((text) => `x${text}`),
  fc.constantFrom<unknown>('', null, undefined, '\uD800', 'd'.repeat(5_001), 'd'.repeat(5_000), 1),
)
const score = mostly<unknown, unknown>(
  fc.oneof(
    fc.constantFrom<unknown>(undefined, null),
    fc.integer({ min: 0, max: 100 }),
    fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10),
    fc.double({ min: 0, max: 100, noNaN: true }),
  ),
  fc.constantFrom<unknown>(-0, 5e-324, 100.5, -1, '50', true),
)
const claws = mostly<unknown, unknown>(
  fc.integer({ min: 1, max: 5 }),
  fc.constantFrom<unknown>(0, 6, 2.5, '5', null),
)

const rating = fc.record({
  do: fc.constant('rate' as const),
  by,
  skill: fc.record(
    {
      id: mostly<number, 'unknown'>(fc.nat(11), fc.constant('unknown')),
      name: mostly<number, 'unknown'>(fc.nat(11), fc.constant('unknown')),
      disguise: fc.constantFrom(...(Object.keys(DISGUISES) as (keyof typeof DISGUISES)[])),
    },
    { requiredKeys: ['disguise'] },
  ),
  body: fc.record(
    { claws, reliability: score, security: score, speed: score, commentary: description },
    { requiredKeys: ['claws'] },
  ),
})

/** Always among the skills of the story, so that the whole list is known. */
const search = fc.oneof(
  // Each but the second is also the whole name of a skill of the opening.
  {
    weight: 6,
    arbitrary: fc.constantFrom('~', '~ ~', '~\u3000', '\uFF5E', '~ RIPGREP', '~  cafe\u0301', '~ ripgrep 2'),
  },
  { weight: 5, arbitrary: fc.constantFrom(...PIECES).map((word) => `${word} ~`) },
  // What a pattern would take for more than itself, and finds decoys for.
  { weight: 3, arbitrary: fc.constantFrom('a_b ~', '50% ~', 'c* ~', 'back\\slash ~') },
  { weight: 4, arbitrary: pieces(3).map((rest) => `~ ${rest}`) },
  { weight: 1, arbitrary: fc.constantFrom('~\0', `~${'y'.repeat(189)}`, `~${'😀'.repeat(188)}`) },
)

const parameters = {
  search,
  sort: mostly<string, string>(fc.constantFrom(...SORTS), fc.constantFrom('best', '', 'TOP')),
  type: mostly<string, string>(fc.constantFrom(...SKILL_TYPES), fc.constantFrom('plugin', '')),
  limit: mostly<string, string>(
    fc.integer({ min: 1, max: 7 }).map(String),
    fc.constantFrom('0', '-1', '1.5', '', 'x', '501', '007'),
  ),
}

// Mostly in some order that is asked for: each of them has mistakes of its own.
const query: fc.Arbitrary<Query> = fc.oneof(
  { weight: 3, arbitrary: fc.record(parameters, { requiredKeys: ['search', 'sort'] }) },
  { weight: 1, arbitrary: fc.record(parameters, { requiredKeys: ['search'] }) },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      body: fc.record(
        {
          agent_name: name(50),
          agent_description: description,
          email: fc.constantFrom(undefined, '', 'a@b.co'),
        },
        { requiredKeys: ['agent_name'] },
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      by,
      body: fc.record(
        {
          name: name(200),
          description,
          type: mostly<string, unknown>(fc.constantFrom(...SKILL_TYPES), fc.constantFrom<unknown>('x', null)),
          url: mostly<unknown, unknown>(
            fc.constantFrom(undefined, null, '', ' https://example.com/e\u0301 '),
            fc.constantFrom('javascript:x', 'https://u:p@example.com'),
          ),
        },
        { requiredKeys: ['name', 'description', 'type'] },
      ),
    }),
  },
  { weight: 14, arbitrary: rating },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('list' as const), query }) },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        do: fc.constant('walk on' as const),
        walk: fc.nat(20),
        limit: fc.integer({ min: 1, max: 9 }).map(String),
        as: fc.constantFrom<Query>({ sort: 'name' }, { type: 'mcp' }, { search: 'mcp' }),
      },
      { requiredKeys: ['do', 'walk'] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('walk to the end' as const),
      query,
      between: fc.option<Step, undefined>(rating, { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ratings' as const),
      skill: fc.nat(11),
      query: fc.record(
        {
          sort: mostly<string, string>(fc.constantFrom(...RATING_SORTS), fc.constantFrom('top', '')),
          claws: mostly<string, string>(fc.constantFrom('3', '4', '5'), fc.constantFrom('0', '', '4.0')),
          limit: parameters.limit,
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('own rating' as const, 'take back' as const),
      by,
      skill: fc.nat(11),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('flag' as const),
      by,
      skill: fc.nat(11),
      rating: mostly<number, 'unknown'>(fc.nat(11), fc.constant('unknown')),
      body: fc.record({
        reason: mostly<string, unknown>(
          pieces(3).map((text) => `x${text}`),
          fc.constantFrom<unknown>('', null, 'r'.repeat(1_000), 'r'.repeat(1_001), '\0', 1),
        ),
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('get' as const),
      skill: fc.nat(11),
      as: fc.constantFrom<'id' | 'ID' | 'slug' | 'nothing'>('id', 'ID', 'slug', 'slug', 'nothing'),
    }),
  },
)

/**
 * A story of some length. It begins with agents, skills and ratings, or most of what follows would be refused;
 * before and after, the whole catalogue is looked at in every order.
 */
export const story: fc.Arbitrary<Step[]> = fc
  .array(step, { minLength: 1, maxLength: 70, size: 'max' })
  .map((steps) => [...OPENING, ...EVERY_ORDER, ...steps, ...EVERY_ORDER])

const OPENING: Step[] = [
  ...['Ada', 'Grace', 'Linus'].map((agent): Step => ({ do: 'register', body: { agent_name: `~ ${agent}` } })),
  ...['ripgrep', 'Café', 'ripgrep 2', ''].map(
    (skill, i): Step => ({
      do: 'submit',
      by: i,
      body: {
        name: `~ ${skill}`,
        description: i % 2 ? 'About a_b, 50% and c*' : 'About axb, 5000 and cc',
        type: SKILL_TYPES[i % 2],
      },
    }),
  ),
  // Two with the same average, and one of them with more ratings.
  ...[
    [0, 0],
    [1, 0],
    [0, 1],
  ].map(
    ([by = 0, id = 0]): Step => ({ do: 'rate', by, skill: { id, disguise: 'as it is' }, body: { claws: 4 } }),
  ),
]

const EVERY_ORDER: Step[] = SORTS.map((sort) => ({ do: 'list', query: { search: '~', sort } }))
