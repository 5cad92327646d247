import { expect, test } from 'vitest'
import { rolledBack, type Transaction } from '../fixtures.ts'
import { databaseForTests } from '../own-database.ts'
import { namesOf, plant, search } from './search-fixtures.ts'

const database = databaseForTests()

async function missing(tx: Transaction, text: string, sort?: string) {
  const page = await search(tx, text, { ...(sort !== undefined && { sort }) })
  return page.missing && Object.fromEntries(namesOf(page).map((name, i) => [name, page.missing?.[i]]))
}

test('says for each result which words of the search it lacks', async () => {
  await rolledBack(database.owner, async (tx) => {
    await plant(tx, 'Narwhal', 'Tracks whales.')
    await plant(tx, 'Whale', 'Tracks narwhals and belugas.')
    expect(await missing(tx, 'i need a tool for narwhal beluga zzzyx')).toEqual({
      Narwhal: ['beluga'],
      Whale: [],
    })
  })
})

test.each([
  ['an inflection', 'tracks belugas', 'Beluga tracker', ''],
  ['a prefix', 'beluga track', 'Beluga', 'tracking'],
  ['words written together', 'beluga track', 'BelugaTrack', ''],
  ['one word for two', 'belugatrack', 'Beluga Track', ''],
  ['2 for to', 'beluga to narwhal', 'beluga2narwhal', ''],
])('counts %s', async (_, text, name, description) => {
  await rolledBack(database.owner, async (tx) => {
    await plant(tx, name, description || 'x')
    expect(await missing(tx, text)).toEqual({ [name]: [] })
  })
})

test('is null in another order, and at most five words', async () => {
  await rolledBack(database.owner, async (tx) => {
    const words = Array.from({ length: 8 }, (_, i) => `beluga${i}`)
    await plant(tx, 'All', words.join(' '))
    await plant(tx, 'Narwhal', 'x')
    expect(await missing(tx, 'narwhal', 'name')).toBeNull()
    expect((await missing(tx, `narwhal ${words.join(' ')}`))?.Narwhal).toEqual(words.slice(0, 5))
  })
})

test('few results have suggestions, without those that are listed', async () => {
  await rolledBack(database.owner, async (tx) => {
    await plant(tx, 'Belugatracker', 'x')
    await plant(tx, 'Belugatrackers', 'x')
    await plant(tx, 'Belugatrack', 'x')
    const few = await search(tx, 'belugatracker')
    expect(few.suggestions.map(({ name }) => name)).not.toContain('Belugatracker')
    await plant(tx, 'Belugatracker tool', 'x', 8)
    expect((await search(tx, 'belugatracker')).suggestions).toEqual([])
  })
})
