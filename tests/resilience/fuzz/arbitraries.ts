// Values for the fields of requests, and changes to whole requests: valid, nearly valid and hostile ones.
import fc from 'fast-check'
import { perSubScore, SKILL_TYPES, SORTS } from '../../../functions/_shared/schemas/options.ts'
import { anyText } from '../../support/random-texts.ts'

/** `~` in a text is replaced by a word that only one run of commands uses. */
export const WORD = '~'

/** One of the texts, which `|` separates. */
export const oneOf = (texts: string) => fc.constantFrom(...texts.split(/\|(?:\n *)?/))

/** Mostly the first, sometimes one of the others. */
export function mostly<T>(usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: others.length * 10, arbitrary: usual },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  )
}

// The model computes the comparison key of these.
const NAME_PARTS =
  `rip grep GREP Café cafe\u0301 CAFÉ cafe naïve straße STRASSE Ｗｉｄｅ wide ﬁle file 2 3 -2 😀 👩\u200D💻 👩💻 ☂\uFE0F ☂ \uFFFD 中文
   a_b 50% c* back\\slash it's "q" , . Łódź ŁÓDŹ øl æ İstanbul ΣΑΣ σας mcp browser axb 5000 cc`.split(/\s+/)
const SPACES = ['', ' ', ' ', '  ', '\u00A0', '\u3000', '-']
const INVALID_IN_NAMES = ['\0', '\uD800', '\u200B', '\u202E', 'a\uFEFFb', '\u00AD', '\t']

export const parts = (most: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...SPACES), fc.constantFrom(...NAME_PARTS)), { maxLength: most })
    .map((chosen) => chosen.flat().join(''))

/** Texts that have broken programs. */
const hostile =
  oneOf(`\0|a\0b|\uD800|a\uDFFFb|\uDC00\uD800|\uFEFF|x\uFEFFy|a\u200Bb|a\u00ADb|a\u2060b|\u202Egnp.exe|\u2066isolate\u2069|a\u200Cb|a\u200Db|
👨\u200D👩\u200D👧\u200D👦|e\u0301|\u0301|Z${'\u0351\u0323\u0489'.repeat(12)}|\u1E9B\u0323|ﷺ|ﬃ|Ⅸ|İ|ı|ẞß|ΌΣΟΣ|\u00C5\u212B|\u0344|\u{1D15E}|\u{10FFFF}|
\uFFFE|\uFFFF|\uE000|שלום|\t\r\n|a\r\nBcc: b@example.com|\u0085|\u00A0\u3000\u2028|\u001B[31m|\u007F|%|_|\\|*|'|"|'; drop table agents; --|$1|
{}|,)or(id.not.is.null|null|NaN|__proto__|toString|<script>alert(1)</script>|../../etc/passwd`)
export const hostileText = fc.oneof(
  hostile,
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  anyText(60),
  fc
    .tuple(fc.string({ maxLength: 20 }), hostile, fc.string({ maxLength: 20 }))
    .map((texts) => texts.join('')),
)

/** Its parts are any text. `fc.webUrl()` computes for 0.5 s before its first one. */
const webUrl = fc
  .tuple(fc.webAuthority(), fc.array(anyText(8), { minLength: 3, maxLength: 3 }))
  .map(([authority, parts]) => {
    const [path, query, fragment] = parts.map(encodeURIComponent)
    return `https://${authority}/${path}?${query}#${fragment}`
  })

export const notText = fc.oneof(
  fc.constantFrom<unknown>(true, 0, 1.5, 1e300, [], {}, ['a'], { toString: 'a' }, null, undefined),
  fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value !== 'string'),
)

// tests/database/bounds.test.ts has the longest values and their neighbours.
const text = mostly<unknown>(
  parts(6).map((rest) => `x${rest}`),
  hostileText,
  notText,
  fc.constant(''),
)

const name = (longest: number) =>
  mostly<unknown>(
    parts(3).map((rest) => `${WORD} x${rest}`),
    fc.constantFrom(...INVALID_IN_NAMES).map((character) => `${WORD} ${character}!`),
    fc.constant(`${WORD}${'y'.repeat(longest)}`),
    notText,
  )

const email = mostly<unknown>(
  oneOf('|a@b.co|a+b@example.com| a@b.co\n'),
  fc.emailAddress(),
  hostileText,
  notText,
)

const url = mostly<unknown>(
  oneOf('|https://example.com|http://a.b.example:8080/c/d?e=f#g'),
  webUrl,
  hostileText,
  notText,
)

const PACKAGES = ['pkg:npm/%40playwright/mcp', 'pkg:pypi/Mcp_Server.Git@1.2', 'PKG:docker/mcp/time:1?x=y#z']
const identifiers = mostly<unknown>(
  fc.oneof(
    fc.constantFrom<unknown>(undefined, null),
    fc.array(fc.constantFrom(...PACKAGES), { maxLength: 5 }),
  ),
  fc.array(mostly<unknown>(fc.constantFrom(...PACKAGES), oneOf('|npm/x|https://a.b|\0'), notText), {
    maxLength: 6,
  }),
  notText,
)

const score = mostly<unknown>(
  fc.oneof(
    fc.constantFrom<unknown>(undefined, null),
    fc.integer({ min: 0, max: 100 }),
    // Of two digits, which the model adds exactly; tests/database (bounds.test.ts, aggregates.test.ts) have all others.
    fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  ),
  fc.constantFrom<unknown>(-0, 100.00000000000001, 101, -5e-324, '50', true, [50], {}, 1e300),
)

const calls = mostly<unknown>(
  fc.oneof(fc.constantFrom<unknown>(undefined, null), fc.integer({ min: 0, max: 5 })),
  fc.constantFrom<unknown>(-1, 0.5, 1_000_000_001, 1e300),
  notText,
)
const claws = mostly<unknown>(
  fc.integer({ min: 1, max: 5 }),
  fc.constantFrom<unknown>(0, 6, 2.5, 5.000000000000001, '5', true, null, [3], 1e300, -0),
)

/** Keys that no schema has. */
const unknownKeys = mostly<object>(
  fc.constant({}),
  fc.dictionary(oneOf('__proto__|constructor|id|agent_id||slug'), fc.jsonValue({ maxDepth: 2 })),
)

const body = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(fc.record(fields), unknownKeys).map(([known, unknown]) => ({ ...unknown, ...known }))

export const agentBody = body({ agent_name: name(50), agent_description: text, email })
export const skillBody = body({
  name: name(200),
  description: text,
  url,
  identifiers,
  type: mostly<unknown>(fc.constantFrom(...SKILL_TYPES), hostileText, fc.constant('MCP'), notText),
})
export const ratingBody = body({
  claws,
  ...perSubScore(() => score),
  commentary: text,
  version: text,
  observed_calls: calls,
  observed_failures: calls,
})

export const flagBody = body({ reason: text })

/** What is looked up; the model knows the names of its own skills only. */
export const identifier = mostly<unknown>(
  fc.constantFrom(...PACKAGES),
  webUrl,
  oneOf(
    `pkg:|pkg:npm|pkg:npm/%|pkg:npm/%ff|pkg:npm/a%00b|pkg:npm/%252F|pkg:npm/@|git@github.com:a/b.git|https://|http://[::1|
https://a.b:99999|https://github.com/a/../..|ssh://git@h/%2e%2e|https://{x}.y/{z}|io.github.a/b|docker.io/a:b`,
  ),
  hostileText,
  notText,
)

const limit = mostly<string>(fc.integer({ min: 1, max: 7 }).map(String), oneOf('0|-1|1.5||x|501|007'))
/** Relevance also finds words that are spelt similarly. */
export const MODEL_SORTS = SORTS.filter((sort: string) => sort !== 'relevance')
export const listQuery = fc.record(
  {
    search: fc.constantFrom(WORD, `${WORD}\u3000`, `\uFF5E`),
    sort: mostly<string>(fc.constantFrom(...MODEL_SORTS), oneOf('best||TOP')),
    type: mostly<string>(fc.constantFrom(...SKILL_TYPES), oneOf('plugin|')),
    limit,
  },
  { requiredKeys: ['search', 'sort'] },
)
/** Parameters of GET /api/skills that may be anything. */
export const anyQuery = fc
  .array(
    fc.oneof(
      hostileText.map((search) => `search=${encodeURIComponent(search.toWellFormed())}`),
      oneOf(`search=%25|search=_|search=%5C|search=a&search=b|search=%ff|search=%zz|search=a=b|search=is.js|search=in.(1)|search=eq|search=null|search=1e3|type=|type=plugin|type=mcp%00|
        sort=best|sort=|limit=0|limit=-1|limit=007|limit=501|limit=${'9'.repeat(40)}|limit=1e2|limit=%D9%A3|limit=+5|limit=3|
        cursor=|cursor=x|cursor=${'A'.repeat(20)}|cursor=${'A'.repeat(4_001)}|unknown=1|=||%41=b|a=%ff|TYPE=x|__proto__=x`),
      fc.constantFrom(...SKILL_TYPES).map((type) => `type=${type}`),
      fc.constantFrom(...SORTS).map((sort) => `sort=${sort}`),
    ),
    { maxLength: 4 },
  )
  .map((query) => query.join('&'))

/** Bodies that may be anything. */
export const anyBody = fc.oneof(
  fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 40 }),
)
