import { afterAll, describe, expect, inject, test } from 'vitest'
import type { Request } from './arbitraries.ts'
import type { Answer } from './assertions.ts'
import {
  type Command,
  createRating,
  flagRating,
  getSkill,
  listAllSkills,
  listRatings,
  listSkills,
  ownRating,
} from './commands.ts'
import { decimalOf, isMean } from './decimals.ts'
import { CountingSender, fuzz, runCommands } from './run.ts'

// The same requests in every run: rare ones are for the long run, `npm run fuzz`.
test('hundreds of random requests get the responses of the model', async () => {
  const { sender, differences } = await fuzz({ baseUrl: inject('baseUrl'), requests: 400, seed: 20 })
  expect({ differences, failures: sender.failures }).toEqual({ differences: [], failures: 0 })
  expect(sender.sent).toBeGreaterThanOrEqual(400)
}, 60_000)

describe('a wrong response is found', () => {
  const rate = (by: number, claws: number, scores: object) =>
    createRating({ by, skill: { id: 0, spelling: 'as it is' }, body: { claws, ...scores } })
  const sequence = [
    rate(0, 5, { reliability: 33.3, commentary: ' Good. ' }),
    rate(1, 4, { reliability: 0.1 }),
    rate(0, 3, { reliability: 66.7, commentary: 'Good.' }),
    getSkill({ skill: 0, by: 'slug' }),
    listSkills({ search: '~', sort: 'top' }),
    listAllSkills({ query: { search: '~', sort: 'name', limit: '1' } }),
    listRatings({ skill: 0, query: { sort: 'oldest', limit: '1' } }),
    ownRating({ method: 'GET', by: 1, skill: 0 }),
    ...Array.from({ length: 2 }, () =>
      flagRating({ by: 1, skill: 0, rating: 0, body: { reason: ' Wrong. ' } }),
    ),
    ownRating({ method: 'DELETE', by: 1, skill: 0 }),
  ] as Command[]

  /** Replaces one value in the responses to some requests: a member of the body, a header or the status. */
  class WrongSender extends CountingSender {
    wrong = 0

    constructor(
      readonly requests: RegExp,
      readonly path: string,
      readonly value: unknown,
    ) {
      super(inject('baseUrl'))
    }

    override async send(request: Request): Promise<Answer> {
      const answer = await super.send(request)
      if (!this.requests.test(`${request.method} ${request.path}`) || answer.status >= 300) return answer
      const names = this.path.split('.')
      const last = names.pop() as string
      // biome-ignore lint/suspicious/noExplicitAny: the path may lead anywhere.
      const parent = names.reduce<any>((value, name) => value?.[name], answer)
      if (parent instanceof Headers) parent.set(last, String(this.value))
      else if (parent?.[last] !== undefined) parent[last] = this.value
      this.wrong++
      return answer
    }
  }

  const senders: WrongSender[] = []
  afterAll(() => {
    for (const sender of senders) sender.close()
  })

  const [RATE, GET, LIST] = [/^POST .*\/ratings$/, /^GET .*skills\/[^/]+$/, /^GET .*skills\?/]
  test.concurrent.each<[requests: RegExp, path: string, value: unknown]>([
    [RATE, 'status', 200],
    [/register/, 'body.agent.agent_name', 'Ada'],
    [/register/, 'headers.cache-control', 'public'],
    [/^POST .*skills$/, 'body.skill.slug', 'x'],
    [/^POST .*skills$/, 'headers.location', '/x'],
    [RATE, 'body.rating.id', '00000000-0000-4000-8000-000000000000'],
    [RATE, 'body.rating.commentary', ' Good. '],
    [RATE, 'body.skill.avg_claws', 4.1],
    [RATE, 'body.skill.total_ratings', 7],
    [GET, 'body.sub_scores.reliability.mean', 33.40000000000001],
    [GET, 'body.rating_counts.3', 2],
    [GET, 'body.ratings', []],
    [/sort=oldest/, 'body.ratings.0.claws', 1],
    [LIST, 'body.skills', []],
    [LIST, 'body.count', 0],
    [/limit=1&|limit=1$/, 'body.next_cursor', null],
    [/flag$/, 'status', 201],
    [/^DELETE/, 'status', 200],
    [LIST, 'headers.x-request-id', ''],
    [LIST, 'status', 503],
  ])('%s: %s', async (requests, path, value) => {
    const sender = new WrongSender(requests, path, value)
    senders.push(sender)
    await expect(runCommands(sequence, sender)).rejects.toThrow()
    expect(sender.wrong).toBeGreaterThan(0)
  })

  test('right responses pass', async () => {
    const sender = new WrongSender(/^never/, 'status', 200)
    senders.push(sender)
    await runCommands(sequence, sender)
  })
})

test.each<[unknown, number[], boolean]>([
  [null, [], true],
  [0.2, [0.1, 0.2, 0.3], true],
  [33.333333333333336, [0, 0, 100], true],
  [5e-324, [5e-324, 0], true],
  [0, [-0, 0], true],
  [0, [], false],
  [0.20000000000000004, [0.1, 0.2, 0.3], false],
  [33.33, [0, 0, 100], false],
  ['50', [50], false],
])('%s is the mean of %j: %s', (mean, scores, expected) => {
  const sum = scores.reduce((total, score) => total + decimalOf(score), 0n)
  expect(isMean(mean, sum, scores.length)).toBe(expected)
})
