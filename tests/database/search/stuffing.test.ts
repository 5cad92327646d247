import { expect, test } from 'vitest'
import { rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'
import { namesOf, plant, search, setRatings } from './search-fixtures.ts'

// Texts and names that hold the words of many searches, in a catalogue in which each search has a dozen skills of its own.
const database = databaseForTests()

const WORDS =
  'otter,lynx,heron,gecko,civet,dingo,eland,fossa,ibex,jackal,kudu,lemur,marten,numbat,okapi,puma,quoll,rhea,serval,tapir'
const [FIRST, SECOND] = [WORDS.split(','), WORDS.split(',').map((word) => `${word}ish`)]
const SEARCHES = FIRST.map((word, i) => `${word} ${SECOND[i]} tracker`)
const STUFFED = SEARCHES.join(' ')

async function plantHonest(tx: Transaction): Promise<void> {
  for (const [i, word] of FIRST.entries())
    await tx`
      insert into public.skills (name, description, type)
      select ${word} || ' helper ' || n, 'Follows ' || ${word} || ' and ' || ${SECOND[i] ?? ''} || ' with a tracker.', 'other'
      from generate_series(1, 12) as n`
}

/** How many of the first ten places of all searches the planted skills take, and how many first places. */
async function places(tx: Transaction, isPlanted: (name: string) => boolean) {
  let [all, first] = [0, 0]
  for (const text of SEARCHES) {
    const planted = namesOf(await search(tx, text)).map(isPlanted)
    all += planted.filter(Boolean).length
    first += planted[0] ? 1 : 0
  }
  return { all, first }
}

test.each<[string, (i: number) => [name: string, description: string]]>([
  ['texts with the words of all searches', (i) => [`Zq${i}`, STUFFED]],
  ['texts with these words in another order', (i) => [`Zq${i}`, STUFFED.split(' ').toReversed().join(' ')]],
  ['texts of 5,000 characters', (i) => [`Zq${i}`, `${STUFFED} `.repeat(20).slice(0, 4_990).trim()]],
  ['names of 200 characters', (i) => [`${STUFFED.slice(0, 190)} zq${i}`, 'A skill.']],
])('50 %s take no place of those that do one thing', async (_, make) => {
  await rolledBack(database.owner, async (tx) => {
    await plantHonest(tx)
    const planted = Array.from({ length: 50 }, (_, i) => make(i))
    for (const [name, description] of planted) await plant(tx, name, description)
    const names = new Set(planted.map(([name]) => name))
    const { all, first } = await places(tx, (name) => names.has(name))
    expect(first).toBe(0)
    expect(all).toBeLessThanOrEqual(SEARCHES.length / 3)
  })
})

test.each<[string, string, [name: string, description: string][], string[]]>([
  [
    'a text that repeats its words is below one that has them in its name',
    'narwhal polar',
    [
      ['Repeated', 'narwhal polar '.repeat(15).trim()],
      ['Polar narwhal kit', 'Tracks a narwhal.'],
    ],
    ['Polar narwhal kit', 'Repeated'],
  ],
  [
    'a word in the name and the description counts more than one in either',
    'narwhal',
    [
      ['One', 'A narwhal tracker.'],
      ['Big narwhal tracker', 'Follows whales.'],
      ['Old narwhal tracker', 'Follows a narwhal.'],
    ],
    ['Old narwhal tracker', 'Big narwhal tracker', 'One'],
  ],
])('%s', async (_, text, skills, expected) => {
  await rolledBack(database.owner, async (tx) => {
    for (const [name, description] of skills) await plant(tx, name, description)
    expect(namesOf(await search(tx, text))).toEqual(expected)
  })
})

test('the later a word is in a long text, the less it counts', async () => {
  await rolledBack(database.owner, async (tx) => {
    const filler = Array.from({ length: 30 }, (_, i) => `filler${i}`).join(' ')
    await plant(tx, 'Late', `${filler} narwhal`)
    await plant(tx, 'Early', `narwhal ${filler}`)
    expect(namesOf(await search(tx, 'narwhal'))).toEqual(['Early', 'Late'])
  })
})

test('that it is for agents is worth less than a word of the search', async () => {
  await rolledBack(database.owner, async (tx) => {
    await plant(tx, 'One', 'An mcp server and ai agent for narwhal')
    await plant(tx, 'Two', 'narwhal polar')
    expect(namesOf(await search(tx, 'narwhal polar'))).toEqual(['Two', 'One'])
  })
})

test('the search as a name is above no skill with three established ratings and all words', async () => {
  await rolledBack(database.owner, async (tx) => {
    await plant(tx, 'Narwhal suite', 'Polar narwhal automation.')
    await setRatings(tx, 'Narwhal suite', [0, 0, 0, 0, 36])
    await plant(tx, 'Narwhal automation', 'x')
    expect(namesOf(await search(tx, 'narwhal automation'))).toEqual(['Narwhal suite', 'Narwhal automation'])
    await setRatings(tx, 'Narwhal suite', [0, 0, 0, 0, 2])
    expect(namesOf(await search(tx, 'narwhal automation'))[0]).toBe('Narwhal automation')
    await setRatings(tx, 'Narwhal suite', [0, 0, 0, 0, 36])
    await setRatings(tx, 'Narwhal automation', [0, 0, 3, 0, 0])
    expect(namesOf(await search(tx, 'narwhal automation'))[0]).toBe('Narwhal automation')
  })
})

test.each([
  ['xcodebuild mcp', 'XcodeBuildMCP'],
  ['openapi server', 'OpenAPIServer'],
  ['sqlite browser', 'SQLiteBrowser'],
  ['langchain tools', 'LangChainTools'],
])('%s finds %s', async (text, name) => {
  await rolledBack(database.owner, async (tx) => {
    await plant(tx, name)
    expect(namesOf(await search(tx, text))).toEqual([name])
  })
})

test('GET /api/search lists what established agents recommend before other skills with all words, and those before the rest', async () => {
  await rolledBack(database.owner, async (tx) => {
    const url = (name: string) =>
      `https://github.com/zq/${name.replaceAll(' ', '-').toLowerCase()}/tree/main/skill`
    for (const [name, description] of [
      ['Narwhal polar', 'Narwhal polar.'],
      ['Good', 'Also something with a polar narwhal.'],
      ['Bad', 'Also something with a polar narwhal.'],
      ['Half', 'Narwhal.'],
    ] as const)
      await tx`insert into public.skills (name, description, type, url) values (${name}, ${description}, 'clawdbot', ${url(name)})`
    await setRatings(tx, 'Good', [0, 0, 0, 3, 0])
    await setRatings(tx, 'Bad', [3, 0, 0, 0, 0])
    await setRatings(tx, 'Half', [0, 0, 0, 0, 50])
    const [row] = await tx<
      { found: { skills: { slug: string }[] } }[]
    >`select public.find_skills('narwhal polar') as found`
    expect(row?.found.skills.map(({ slug }) => slug)).toEqual(['good', 'narwhal-polar', 'bad', 'half'])
  })
})

test('did_you_mean warns of no skill that is older than the one with established ratings', async () => {
  await rolledBack(database.owner, async (tx) => {
    await plant(tx, 'Narwhaltracker')
    await plant(tx, 'Narwhaltrackers')
    await setRatings(tx, 'Narwhaltrackers', [0, 0, 0, 0, 9])
    const created = (name: string, time: string) =>
      tx`update public.skills set created_at = ${time}::text::timestamptz where name = ${name}`
    await created('Narwhaltrackers', '2024-02-01')
    await created('Narwhaltracker', '2024-01-01')
    expect((await search(tx, 'narwhaltracker')).did_you_mean).toBeNull()
    await created('Narwhaltracker', '2024-03-01')
    expect((await search(tx, 'narwhaltracker')).did_you_mean).toBe('Narwhaltrackers')
  })
})
