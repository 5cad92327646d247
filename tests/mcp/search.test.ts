// Why the results of search_skills match, and what to do if they match weakly.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { MatchedSkillList } from '../../functions/_shared/schemas/matches.ts'
import { SEARCH_ADVICE } from '../../functions/_shared/schemas/options.ts'
import { localStack } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { connect } from './mcp-client.ts'

type Page = z.infer<typeof MatchedSkillList> & { notice: string }

const search = async (args: object) => (await connect()).call<Page>('search_skills', args)

test('a result says which words of the search it contains', async () => {
  const [first, second, absent] = [uniqueWord(), uniqueWord(), uniqueWord()]
  await newSkill({ name: `Tool ${first}`, description: `Works with ${second}s.` })
  const { skills, text } = await search({ search: `${first} ${absent} ${second.toUpperCase()}` })
  expect(skills.map(({ matched }) => matched)).toEqual([{ found: [first, second], missing: [absent] }])
  expect(text).toContain(`(other, not rated, found "${first}, ${second}"; id `)
  expect(text).not.toContain('Weak match')
})

test.runIf(localStack)(
  'a search for the name of an unrated skill names the rated one with a similar name',
  async () => {
    const word = uniqueWord()
    const { id } = await newSkill({ name: `${word}wright` })
    const squatter = await newSkill({ name: `${word}wrigth` })
    for (const agent of await newEstablishedAgents(3)) await submitRating(agent, { skill_id: id, claws: 5 })
    const { skills, text, did_you_mean } = await search({ search: squatter.name })
    expect([skills[0]?.name, did_you_mean]).toEqual([squatter.name, `${word}wright`])
    expect(text).toContain(`Did you mean "${word}wright"? The first result has a similar name`)
  },
)

test('a result says which words were corrected', async () => {
  const word = uniqueWord()
  await newSkill({ name: `Tool ${word}` })
  const typed = `${word}z`
  const { skills, text } = await search({ search: typed })
  expect(skills[0]?.matched).toEqual({ corrected: [{ word: typed, correction: word }] })
  expect(text).toContain(`corrected "${typed} → ${word}"`)
})

test('a weak match says how to search, on the first page of a search by relevance', async () => {
  const word = uniqueWord()
  for (const i of [1, 2, 3, 4]) await newSkill({ name: `Tool ${word} ${i}` })
  const weak = { search: `${word} ${uniqueWord()}`, limit: 3 }
  const { text, next_cursor } = await search(weak)
  expect(text).toContain(`none of the first results contains more than half of the words.\n${SEARCH_ADVICE}`)
  for (const args of [
    { ...weak, cursor: next_cursor },
    { search: word },
    { search: word, sort: 'name' },
    { limit: 3 },
  ])
    expect((await search(args)).text).not.toContain(SEARCH_ADVICE)
})

test('several queries find what all of them find first, and say how it matches its best query', async () => {
  const [word, other, absent] = [uniqueWord(), uniqueWord(), uniqueWord()]
  for (const name of [word, other]) await newSkill({ name })
  const both = await newSkill({ name: `Sky ${word} ${other}` })
  const { skills, count, text, notice, ...rest } = await search({
    queries: [word, `${other} ${absent}`, `${other}z`],
    limit: 2,
  })
  expect([count, skills[0]?.name]).toEqual([2, both.name])
  expect(skills.every(({ matched }) => matched !== undefined)).toBe(true)
  expect(rest).toEqual({ did_you_mean: [null, null, other], suggestions: [] })
  expect(text).toContain(notice)
  expect(text).toContain(`For "${other}z", did you mean "${other}"?\n2 skills.`)
  expect(text).not.toContain('Weak match')
})

test('queries that match weakly, or nothing, say how to search', async () => {
  const [word, a, b, c] = [uniqueWord(), uniqueWord(), uniqueWord(), uniqueWord()]
  await newSkill({ name: word })
  const weak = await search({ queries: [`${word} ${a} ${b}`, c] })
  expect(weak.text).toContain(`more than half of the words.\n${SEARCH_ADVICE}`)
  expect((await search({ queries: [a, b] })).text).toContain(`No matching skills.\n${SEARCH_ADVICE}`)
})

test('queries go with no search, cursor or other order', async () => {
  const { fail } = await connect()
  const args = { queries: ['x'], search: 'x', sort: 'top', cursor: 'a'.repeat(20) }
  const { errors } = await fail('search_skills', args)
  expect(errors?.map(({ path }) => path)).toEqual(['search', 'sort', 'cursor'])
  expect((await fail('search_skills', { queries: [] })).errors?.[0]?.path).toBe('queries')
  expect((await search({ queries: ['x'], search: '', sort: 'relevance', limit: '1' })).count).toBeLessThan(2)
})

test('says that unknown arguments were ignored, without their names, and not so of a key', async () => {
  const [word, name] = [uniqueWord(), uniqueWord()]
  const { text } = await search({ search: word, [name]: 'x' })
  expect(text).toMatch(
    /^Arguments that this tool does not have were ignored. It has search, queries, .*\nNo matching/,
  )
  expect(text).not.toContain(name)
  expect((await search({ search: word, api_key: 'x' })).text).toMatch(/^No matching/)
})

test('a search without a result says how to search, but not in other orders', async () => {
  const word = uniqueWord()
  // Optional arguments may be null.
  expect((await search({ search: word, type: null, sort: null, limit: null, cursor: null })).text).toBe(
    `No matching skills.\n${SEARCH_ADVICE}\nIf you used a skill that is missing here, add it with submit_skill.`,
  )
  const { text } = await search({ search: word, sort: 'name' })
  expect(text).toMatch(/^No matching skills.\nTry fewer or other words.\n/)
})

test('a search without a result names the skills with similar names', async () => {
  const word = uniqueWord()
  const { id, name, slug } = await newSkill({ name: `${word}wright` })
  const { text, suggestions } = await search({ search: `${word}write` })
  expect(suggestions).toEqual([{ id, name, slug }])
  expect(text).toContain(
    `No matching skills.\nSimilar names: "${name}" (id ${id}, slug "${slug}"). Text in double`,
  )
})
