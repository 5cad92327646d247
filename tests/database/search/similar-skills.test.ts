import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { become, rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

// Twenty skills, and no statistics yet.
beforeAll(async () => {
  // A word of most skills is common once they are analyzed, and autoanalyze runs at any time.
  await database.owner`alter table private.skill_documents set (autovacuum_enabled = off)`
  await database.owner.unsafe(readFileSync(new URL('../../../supabase/seed.sql', import.meta.url), 'utf8'))
})

type Planted = [name: string, description: string, type?: string]

async function plant(tx: Transaction, planted: Planted[]) {
  const slugs: string[] = []
  for (const [name, description, type = 'other'] of planted) {
    const [row] = await tx`
      insert into public.skills (name, description, type) values (${name}, ${description}, ${type}) returning slug`
    slugs.push(row?.slug)
  }
  return slugs
}

async function similarTo(tx: Transaction, skill: string) {
  await become(tx, {})
  const [row] = await tx`select public.list_similar_skills(${skill}) as list`
  await tx`reset role`
  return row?.list.skills as { name: string }[]
}

/** The names of the skills that are similar to the first one, as a caller without a key gets them. */
const similar = (...planted: Planted[]) =>
  rolledBack(database.owner, async (tx) => {
    const [first = ''] = await plant(tx, planted)
    return (await similarTo(tx, first)).map(({ name }) => name)
  })

describe('the telling stems', () => {
  const stemsOf = async (name: string, description: string) =>
    (await database.owner`select * from private.telling_stems(${name}, ${description})`).map(
      ({ stem, in_name }) => (in_name ? `${stem} in name` : stem),
    )

  test.each([
    ['Zyx Calendars', 'Reads calendars and meetings.', ['calendar in name', 'zyx in name', 'read', 'meet']],
    ['MCP server', 'A simple tool for AI agents to use', []],
    ['@someone/zyx', 'x', ['zyx in name']],
    ['io.github.someone/zyx', 'x', ['zyx in name']],
    ['someone/', 'x', ['someon in name']],
    ['web-zyx', 'x', ['web in name', 'zyx in name']],
    ['webZyx', 'x', ['web in name', 'zyx in name']],
    ['zyx', 'The 2026 🦞 c of 3', ['zyx in name']],
    ['天气', 'x', ['天气 in name']],
    ['😀', '!', []],
  ])('of %s: %s', async (name, description, expected) => {
    expect((await stemsOf(name, description)).toSorted()).toEqual(expected.toSorted())
  })

  test('are at most 24, of the first 400 characters of the description', async () => {
    const words = Array.from({ length: 700 }, (_, i) => `w${i.toString(36)}x`)
    expect(await stemsOf('zyx', words.join(' '))).toHaveLength(24)
    expect(await stemsOf('zyx', `${'- '.repeat(200)}late`)).toEqual(['zyx in name'])
  })

  test('of the longest texts are found within 100 ms', async () => {
    for (const text of ['a+', '東a', '🦞', 'aB', 'ﷺ', 'a-', 'ab '])
      await rolledBack(database.owner, async (tx) => {
        await tx`set local statement_timeout = '100ms'`
        await tx`select private.telling_stems(left(repeat(${text}, 200), 200), left(repeat(${text}, 5000), 5000))`
      })
  })
})

describe('list_similar_skills', () => {
  const OWN: Planted = ['Zyx Harbour', 'Regatta harbours and spinnaker buoys.']

  test('finds a skill that shares telling words, in the shape of the list, without itself', async () => {
    await rolledBack(database.owner, async (tx) => {
      await plant(tx, [OWN, ['Harbours', 'Buoys of the regatta, and spinnakers.', 'mcp']])
      const [listed] = await tx`select public.search_catalogue('Harbours', p_limit => 1) as list`
      for (const address of ['zyx-harbour', ' zyx-harbour\n'])
        expect(await similarTo(tx, address)).toEqual(listed?.list.skills)
    })
  })

  test.each<[string, Planted]>([
    ['shares only one word', ['Spinnaker chess', 'Plays openings of grandmasters.']],
    ['shares only generic words', ['Simple MCP server', 'A tool for agents and skills.']],
    [
      'has all words among many others',
      [
        'Everything',
        `Zyx harbour, regatta, spinnaker buoys, ${Array.from({ length: 300 }, (_, i) => `q${i}x`).join(' ')}.`,
      ],
    ],
  ])('hides a skill that %s', async (_, other) => {
    expect(await similar(OWN, other)).toEqual([])
  })

  test('is empty without telling words, and without other skills that have them', async () => {
    expect(
      await similar(['MCP server', 'A tool for AI agents.'], ['MCP servers', 'Tools for agents.']),
    ).toEqual([])
    expect(await similar(['Qwjzk', 'Vbnmpl xkcdq.'])).toEqual([])
  })

  test('finds a skill whose name has no letters', async () => {
    expect(await similar(OWN, ['🦞', OWN[1]])).toEqual(['🦞'])
  })

  test('needs only one word if the skill has no more', async () => {
    expect(await similar(['Qwjzk', 'A tool.'], ['qwjzk 2', 'Another tool.'])).toEqual(['qwjzk 2'])
  })

  test('lists at most ten, more similar ones first', async () => {
    const same = Array.from(
      { length: 12 },
      (_, i): Planted => [`Regatta ${i}`, 'Zyx harbours, spinnaker buoys.'],
    )
    const names = await similar(OWN, ...same, ['Zyx harbours', 'Regatta harbours and spinnaker buoys!'])
    expect(names).toHaveLength(10)
    expect(names[0]).toBe('Zyx harbours')
  })

  test('lists a skill with enough established ratings among many copies without', async () => {
    const copies = Array.from({ length: 25 }, (_, i): Planted => [`Zyx Harbour ${i}`, OWN[1]])
    const names = await rolledBack(database.owner, async (tx) => {
      const [own = '', rated] = await plant(tx, [OWN, ['Zyx Harbours, rated', OWN[1]], ...copies])
      await tx`
        update public.skill_stats set claws_1 = 3, established_ratings = 3, established_claws = 3
        where skill_id = (select id from public.skills where slug = ${rated as string})`
      return (await similarTo(tx, own)).map(({ name }) => name)
    })
    expect(names).toHaveLength(10)
    expect(names[9]).toBe('Zyx Harbours, rated')
  })

  test('lists one with other words, too, among hundreds of older copies', async () => {
    const names = await rolledBack(database.owner, async (tx) => {
      const [own = ''] = await plant(tx, [OWN])
      await tx`
        insert into public.skills (name, description, type)
        select ${OWN[0]} || ' ' || i, ${OWN[1]}, 'other' from generate_series(1, 400) as i`
      const [rated = ''] = await plant(tx, [['Spinnakers', 'Zyx regatta buoys and sails.']])
      await tx`
        update public.skill_stats set claws_4 = 3, established_ratings = 3, established_claws = 12
        where skill_id = (select id from public.skills where slug = ${rated})`
      return (await similarTo(tx, own)).map(({ name }) => name)
    })
    expect(names).toHaveLength(10)
    expect(names).toContain('Spinnakers')
  })

  test('has what established agents recommend before copies of its text', async () => {
    const names = await rolledBack(database.owner, async (tx) => {
      const [own = ''] = await plant(tx, [OWN])
      await plant(tx, [
        [`${OWN[0]} copy`, OWN[1]],
        [`${OWN[0]} other copy`, OWN[1]],
      ])
      const rated = await plant(tx, [
        ['Good spinnakers', 'Zyx regatta buoys, harbours and sails.'],
        ['Bad spinnakers', 'Zyx regatta buoys, harbours and sails.'],
      ])
      for (const [i, claws] of [4, 1].entries())
        await tx`
          update public.skill_stats set
            claws_1 = ${claws === 1 ? 3 : 0}, claws_4 = ${claws === 4 ? 3 : 0}, established_ratings = 3, established_claws = ${3 * claws}
          where skill_id = (select id from public.skills where slug = ${rated[i] as string})`
      return (await similarTo(tx, own)).map(({ name }) => name)
    })
    expect(names[0]).toBe('Good spinnakers')
    expect(names.indexOf('Bad spinnakers')).toBeGreaterThan(0)
  })

  test('prefers the same type, and the better rated, of skills that are equally similar', async () => {
    const [text, other] = ['Zyx regatta harbours and buoys.', 'Buoys and harbours of zyx regattas.']
    expect(
      await similar([OWN[0], OWN[1], 'mcp'], ['Spinnaker B', text, 'other'], ['Spinnaker A', text, 'mcp']),
    ).toEqual(['Spinnaker A', 'Spinnaker B'])
    for (const claws of [1, 5]) {
      const names = await rolledBack(database.owner, async (tx) => {
        const [own = '', rated] = await plant(tx, [OWN, ['Spinnaker A', text], ['Spinnaker B', other]])
        await tx`
          update public.skill_stats set
            claws_1 = ${claws === 1 ? 9 : 0}, claws_5 = ${claws === 5 ? 9 : 0},
            established_ratings = 9, established_claws = ${9 * claws}
          where skill_id = (select id from public.skills where slug = ${rated as string})`
        return (await similarTo(tx, own)).map(({ name }) => name)
      })
      expect(names).toEqual(claws === 5 ? ['Spinnaker A', 'Spinnaker B'] : ['Spinnaker B', 'Spinnaker A'])
    }
  })

  test('is empty for a retired skill, does not list one, and follows a merged skill', async () => {
    await rolledBack(database.owner, async (tx) => {
      const [own = '', gone = '', merged = ''] = await plant(tx, [
        OWN,
        ['Spinnakers', 'Zyx regatta harbours and buoys.'],
        ['Chess', 'Plays.'],
      ])
      await tx`update public.skills set retired_at = now() where slug = ${gone}`
      expect(await similarTo(tx, own)).toEqual([])
      expect(await similarTo(tx, gone)).toEqual([])
      await tx`update public.skills set retired_at = null where slug = ${gone}`
      expect(await similarTo(tx, gone)).toMatchObject([{ name: OWN[0] }])
      await tx`
        update public.skills set retired_at = now(), merged_into = (select id from public.skills where slug = ${gone})
        where slug = ${merged}`
      expect(await similarTo(tx, merged)).toMatchObject([{ name: OWN[0] }])
    })
  })
})
