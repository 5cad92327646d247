import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newSkill, page, submit, uniqueWord, wideText } from '../support/http-client.ts'

const SLUG = /^[a-z0-9-]{1,100}$/

describe('a slug', () => {
  test.each([
    ['lower case', 'GitHub Server %', 'github-server-%'],
    ['without accents', 'Crème Brûlée Ñandú Żółć %', 'creme-brulee-nandu-zolc-%'],
    ['with letters that unaccent spells out', 'Straße Œuvre Æther Øre %', 'strasse-oeuvre-aether-ore-%'],
    ['with one hyphen for a run of other characters', 'C++ & C# … (v1.2) %', 'c-c-v1-2-%'],
    ['without hyphens at its ends', '--- (%)! ---', '%'],
    ['with one hyphen for what has no letters in ASCII', 'tool 東京 🦞 %', 'tool-%'],
    ['with the underscore as any other character', 'snake_case_%', 'snake-case-%'],
  ])('is the name %s', async (_, name, slug) => {
    const word = uniqueWord()
    const skill = await newSkill({ name: name.replace('%', word) })
    expect(skill.slug).toBe(slug.replace('%', word))
  })

  test('gets -2, -3 … when it is taken, the first that is free', async () => {
    const word = uniqueWord()
    const slugs: string[] = []
    for (const name of [`${word} 3`, word, `${word}!`, `(${word})`, `${word}.`]) {
      slugs.push((await newSkill({ name })).slug)
    }
    expect(slugs).toEqual([`${word}-3`, word, `${word}-2`, `${word}-4`, `${word}-5`])
  })

  test('is skill- and the start of the id when nothing is left of the name', async () => {
    const { id, slug } = await newSkill({ name: wideText(12) })
    expect(slug).toBe(`skill-${id.slice(0, 8)}`)
  })

  test.each([
    ['a UUID', (id: string) => id],
    ['a UUID in capitals', (id: string) => id.toUpperCase()],
    ['a UUID in braces', (id: string) => `{${id}}`],
    ['a UUID with other separators', (id: string) => id.replaceAll('-', '_')],
  ])('never has the shape of a UUID: %s', async (_, spelled) => {
    const wanted = randomUUID()
    const { id, slug } = await newSkill({ name: spelled(wanted) })
    expect(slug).toBe(`skill-${id.slice(0, 8)}`)
    expect((await page(slug)).id).toBe(id)
  })

  test('is cut to 80 characters, before its number', async () => {
    const long = uniqueWord().padEnd(80, 'x')
    const first = await newSkill({ name: `${long}one` })
    const second = await newSkill({ name: `${long}two` })
    expect([first.slug, second.slug]).toEqual([long, `${long}-2`])
  })

  test('of 80 characters is not cut', async () => {
    const name = uniqueWord().padEnd(80, 'x')
    expect((await newSkill({ name })).slug).toBe(name)
  })

  test('cannot be chosen', async () => {
    const name = uniqueWord()
    expect((await newSkill({ name, slug: uniqueWord() })).slug).toBe(name)
  })

  test('is the address of the skill', async () => {
    const skill = await newSkill({ name: `Skill at its address ${uniqueWord()}` })
    expect(await page(skill.slug)).toMatchObject(skill)
  })

  test('names that race for one slug all get one of their own', async () => {
    const word = uniqueWord()
    const names = ['!', '?', '.', ',', ';', ':', '+', '='].map((mark) => word + mark)
    const answers = await Promise.all(names.map((name) => submit({ name })))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
    const slugs = answers.map(({ body }) => body.skill.slug)
    expect(slugs.sort()).toEqual([word, ...[2, 3, 4, 5, 6, 7, 8].map((n) => `${word}-${n}`)])
  })

  test.each(['ﷺ', '¼', '…', 'ß', '½ ™', 'Ａ', 'ĳ'])(
    'has the shape of a slug, also made of %s',
    async (text) => {
      const { slug } = await newSkill({ name: `${text} ${wideText(3)} ${text.repeat(60)}` })
      expect(slug).toMatch(SLUG)
    },
  )
})
