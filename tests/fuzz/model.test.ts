// The model must be able to disagree: here the service tells the truth, and what stands between it and the model lies.
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { ShownSkill } from '../resilience/history-check.ts'
import { tell } from './describe-failure.ts'
import { type Answer, type Request, Sender } from './send.ts'
import type { Step } from './stories.ts'

// biome-ignore lint/suspicious/noExplicitAny: a lie takes hold of any answer.
type Lie = (body: any, answer: Answer) => void

/** Falsifies the answers to some requests before the model sees them. */
class Liar extends Sender {
  lies = 0

  constructor(
    private readonly about: string,
    private readonly lie: Lie,
  ) {
    super(inject('baseUrl'))
  }

  override async send(request: Request): Promise<Answer> {
    const answer = await super.send(request)
    if (`${request.method} ${request.path}`.startsWith(this.about) && answer.status < 300) {
      const before = JSON.stringify([answer.body, answer.headers, answer.status])
      this.lie(answer.body, answer)
      if (JSON.stringify([answer.body, answer.headers, answer.status]) !== before) this.lies++
    }
    return answer
  }
}

const submit = (name: string): Step => ({
  do: 'submit',
  by: 0,
  body: { name: `~ ${name}`, description: 'Told about.', type: 'mcp' },
})
const rate = (by: number, skill: number, claws: number, more = {}): Step => ({
  do: 'rate',
  by,
  skill: { id: skill, disguise: 'as it is' },
  body: { claws, ...more },
})

/** A little of everything, so that each lie has something to be about. */
const STORY: Step[] = [
  { do: 'register', body: { agent_name: '~ Ada' } },
  { do: 'register', body: { agent_name: '~ Grace' } },
  submit('Café'),
  submit('cafe!'),
  submit('fd'),
  rate(0, 0, 5, { reliability: 33.3, commentary: ' Good. ' }),
  rate(1, 0, 4, { reliability: 0.1 }),
  rate(0, 1, 5),
  rate(0, 0, 4, { reliability: 66.7 }),
  { do: 'get', skill: 0, as: 'slug' },
  { do: 'list', query: { search: '~' } },
  { do: 'list', query: { search: '~ FD' } },
  { do: 'walk to the end', query: { search: '~', sort: 'name', limit: '1' }, between: undefined },
  { do: 'ratings', skill: 0, query: { sort: 'oldest', limit: '1' } },
  { do: 'ratings', skill: 0, query: { sort: 'highest' } },
  { do: 'own rating', by: 1, skill: 0 },
  { do: 'flag', by: 1, skill: 0, rating: 0, body: { reason: ' Wrong. ' } },
  { do: 'flag', by: 1, skill: 0, rating: 0, body: { reason: 'Wrong!' } },
  { do: 'take back', by: 1, skill: 0 },
]

const senders: Sender[] = []
afterAll(() => {
  for (const sender of senders) sender.close()
})

test('the truth passes', async () => {
  const sender = new Sender(inject('baseUrl'))
  senders.push(sender)
  await tell(STORY, sender)
})

describe('the model notices', () => {
  test.each<[string, string, Lie]>([
    [
      'a status of 200 for a first rating',
      'POST /api/ratings',
      (_, answer) => {
        answer.status = 200
      },
    ],
    [
      'an agent under another name',
      'POST /api/register',
      (body) => {
        body.agent.agent_name += ' '
      },
    ],
    ['a key in a cache', 'POST /api/register', (_, { headers }) => void delete headers['cache-control']],
    [
      'an e-mail address too many',
      'POST /api/register',
      (body) => {
        body.agent.email = 'a@b.co'
      },
    ],
    [
      'a slug that another skill has',
      'POST /api/skills',
      (body) => {
        body.skill.slug = body.skill.slug.replace(/-2$/, '')
      },
    ],
    [
      'a place that is not the skill’s',
      'POST /api/skills',
      (_, { headers }) => {
        headers.location += '-2'
      },
    ],
    [
      'a rating under a new id',
      'POST /api/ratings',
      (body) => {
        body.rating.id = crypto.randomUUID()
      },
    ],
    [
      'a commentary that was not trimmed',
      'POST /api/ratings',
      (body) => {
        body.rating.commentary &&= ' Good. '
      },
    ],
    [
      'an average a tenth too high',
      'POST /api/ratings',
      (body) => {
        body.skill.avg_claws += 0.1
      },
    ],
    [
      'an average rounded down',
      'POST /api/ratings',
      (body) => {
        body.skill.avg_claws = Math.floor(body.skill.avg_claws)
      },
    ],
    [
      'a rating counted twice',
      'POST /api/ratings',
      (body) => {
        body.skill.total_ratings++
      },
    ],
    [
      'a number sent as text',
      'POST /api/ratings',
      (body) => {
        body.skill.avg_claws = String(body.skill.avg_claws)
      },
    ],
    [
      'a mean that is off in its last place',
      'GET /api/skills/',
      (body) => {
        body.sub_scores.reliability.mean += 1e-13
      },
    ],
    [
      'a mean in a list that is off in its last place',
      'GET /api/skills?',
      (body) => {
        const scored = body.skills.find(({ sub_scores }: ShownSkill) => sub_scores.reliability?.count)
        if (scored) scored.sub_scores.reliability.mean += 1e-13
      },
    ],
    [
      'a mean of before the rating',
      'POST /api/ratings',
      (body) => {
        body.skill.sub_scores.reliability = { mean: null, count: 0 }
      },
    ],
    [
      'a mean over all instead of over those who gave one',
      'GET /api/skills/',
      (body) => {
        body.sub_scores.reliability.count--
      },
    ],
    [
      'a wrong distribution',
      'GET /api/skills/',
      (body) => {
        body.rating_counts[5] = 1
      },
    ],
    [
      'reviews with the oldest first',
      'GET /api/skills/',
      (body) => {
        body.ratings.reverse()
      },
    ],
    [
      'a rating that was lost',
      'GET /api/skills/',
      (body) => {
        body.ratings.pop()
      },
    ],
    ...(['sort=oldest', 'sort=highest'] as const).map((query): [string, string, Lie] => [
      `ratings out of order, ${query}`,
      'GET /api/skills/',
      (body) => {
        if (body.ratings && !body.slug) body.ratings.reverse()
        if (body.ratings?.length === 1 && !body.slug) body.ratings[0].claws = 1
      },
    ]),
    [
      'another agent’s rating for one’s own',
      'GET /api/skills/',
      (body) => {
        if (body.claws) body.agent_name += 'x'
      },
    ],
    [
      'a flag that was not cleaned',
      'POST /api/skills/',
      (body) => {
        body.flag.reason = ` ${body.flag.reason}`
      },
    ],
    [
      'a second flag that is a new one',
      'POST /api/skills/',
      (_, answer) => {
        answer.status = 201
      },
    ],
    [
      'a rating that is not taken back in silence',
      'DELETE /api/skills/',
      (_, answer) => {
        answer.status = 200
      },
    ],
    [
      'a list in another order',
      'GET /api/skills?',
      (body) => {
        body.skills.reverse()
      },
    ],
    [
      'a skill left out of a list',
      'GET /api/skills?',
      (body) => {
        body.skills.pop()
        body.count--
      },
    ],
    [
      'a count that is not the length',
      'GET /api/skills?',
      (body) => {
        body.count++
      },
    ],
    [
      'a walk that ends too soon',
      'GET /api/skills?',
      (body) => {
        body.next_cursor = null
      },
    ],
    [
      'a walk that begins again',
      'GET /api/skills?',
      (body) => {
        body.next_cursor ??= 'AAAAAAAAAAAAAAAAAAAAAAAA'
      },
    ],
    ['an answer without its id', 'GET /api/skills?', (_, { headers }) => void delete headers['x-request-id']],
    [
      'a failure',
      'GET /api/skills?',
      (_, answer) => {
        answer.status = 503
      },
    ],
  ])('%s', async (_, about, lie) => {
    const liar = new Liar(about, lie)
    senders.push(liar)
    await expect(tell(STORY, liar)).rejects.toThrow(/^step \d+ of/)
    expect(liar.lies).toBeGreaterThan(0)
  })
})
