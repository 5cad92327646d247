import { beforeAll, describe, expect, test } from 'vitest'
import { databaseForTests } from '../own-database.ts'
import {
  attack,
  createWorld,
  defend,
  kendallsTau,
  ordersOf,
  type Result,
  survives,
  type World,
} from './simulation.ts'

// A small world; benchmarks/results/ranking.md has the results of a large one.
const database = databaseForTests({ connections: 1 })
let world: World
let results: Result[]

beforeAll(async () => {
  const settings = { seed: 1, agents: 60, skills: 40, days: 30, accounts: 60 }
  world = await createWorld(database.owner, settings)
  results = await attack(database.owner, world, () => {})
})

const now = (attack: RegExp) =>
  results.filter(({ name }) => attack.test(name)).map(({ prices }) => prices.now.accounts)

describe('in a simulated world', () => {
  test('agents are established and the aggregates are exact', async () => {
    expect(world.established).toBeGreaterThan(world.agents / 2)
    expect([...(await database.owner`select * from private.stats_differences()`)]).toEqual([])
  })

  test('new accounts neither enter the top 10 nor push a skill out of it', () => {
    expect(new Set(now(/^(a|b|e: as a|f):?/))).toEqual(new Set([null]))
  })

  test.each(['claws', 'reliability'] as const)(
    'the top 10 by %s survives all of them at once',
    async (kind) => {
      expect(await survives(database.owner, world, kind)).toBe(true)
    },
  )

  test('one established rating of 4 is above, and one of 2 below, whatever all new accounts say', async () => {
    const defences = await defend(database.owner, world)
    expect(defences.map(({ claws, ratings }) => [claws, ratings.now])).toEqual([
      [4, 1],
      [2, 1],
    ])
  })

  test('an account that deletes its rating and rates again counts once', () => {
    expect(now(/^e: as c/)).toEqual(now(/^c: .* 5 claws/))
  })

  test('the order follows the quality of the skills', async () => {
    expect(kendallsTau((await ordersOf(database.owner, 'claws')).now, world)).toBeGreaterThan(0.7)
  })
})
