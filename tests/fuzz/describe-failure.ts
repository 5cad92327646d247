import { ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type Body, type Caller, Model, type Query } from './model.ts'
import { checksumOf } from './oracle.ts'
import type { Answer, Sender } from './send.ts'
import { type By, DISGUISES, type SkillNamed, type Step } from './stories.ts'

/**
 * Tells a story to the service.
 * @throws AssertionError at the first answer that is not the model's
 */
export async function tell(steps: Step[], sender: Sender): Promise<void> {
  await new Telling(sender).all(steps)
}

class Telling {
  readonly #model = new Model()
  // Long enough that no piece and no other story holds it.
  readonly #word = `q${randomBytes(6).toString('hex').slice(0, 11)}`
  readonly #strangerKey = unknownKey()

  constructor(private readonly sender: Sender) {}

  async all(steps: Step[]): Promise<void> {
    for (const [i, step] of steps.entries()) {
      try {
        await this.#take(step)
      } catch (error) {
        throw new Error(
          `step ${i + 1} of ${steps.length}, ${JSON.stringify(this.#told(step))}\n${(error as Error).message}`,
          {
            cause: error,
          },
        )
      }
    }
  }

  async #take(step: Step): Promise<void> {
    switch (step.do) {
      case 'register': {
        const body = this.#told(step.body)
        return this.#model.register(body, await this.sender.post('/api/register', body))
      }
      case 'submit': {
        const [caller, body] = [this.#caller(step.by), this.#told(step.body)]
        return this.#model.submit(caller, body, await this.#post('/api/skills', body, caller))
      }
      case 'rate': {
        const caller = this.#caller(step.by)
        const body = { ...this.#told(step.body), ...this.#reference(step.skill) }
        return this.#model.rate(caller, body, await this.#post('/api/ratings', body, caller))
      }
      case 'list': {
        const query = this.#told(step.query)
        return this.#model.list(query, await this.#list(query))
      }
      case 'walk on':
        return this.#walkOn(step)
      case 'walk to the end':
        return this.#walkToTheEnd(step)
      case 'ratings':
        return this.#ratings(step)
      case 'own rating': {
        const [caller, skill] = [this.#caller(step.by), this.#slug(step.skill)]
        const answer = await this.#send('GET', `/api/skills/${skill}/ratings/me`, caller)
        return this.#model.ownRating(caller, skill, answer)
      }
      case 'take back': {
        const [caller, skill] = [this.#caller(step.by), this.#slug(step.skill)]
        const answer = await this.#send('DELETE', `/api/skills/${skill}/ratings/me`, caller)
        return this.#model.takeBack(caller, skill, answer)
      }
      case 'flag': {
        const [caller, skill] = [this.#caller(step.by), this.#slug(step.skill)]
        const body = this.#told(step.body)
        const ids = this.#model.ratingIds(skill)
        const rating = (step.rating !== 'unknown' && pick(ids, step.rating)) || crypto.randomUUID()
        const answer = await this.#post(`/api/skills/${skill}/ratings/${rating}/flag`, body, caller)
        return this.#model.flag(caller, skill, rating, body, answer)
      }
      case 'get': {
        const skill = pick(this.#model.skills, step.skill)
        const reference = skill
          ? { id: skill.id, ID: skill.id.toUpperCase(), slug: skill.slug, nothing: `${skill.slug}-x` }[
              step.as
            ]
          : this.#word
        return this.#model.get(reference, await this.sender.get(`/api/skills/${reference}`))
      }
    }
  }

  async #walkOn({ walk: number, limit, as }: Extract<Step, { do: 'walk on' }>): Promise<void> {
    const walk = pick(this.#model.walks, number)
    if (!walk) return
    const { limit: _, ...query } = walk.query
    const asked: Query = { ...query, ...as, cursor: walk.cursor, ...(limit !== undefined && { limit }) }
    const answer = await this.#list(asked)
    // A cursor belongs to one list.
    const isSame = (['type', 'search', 'sort'] as const).every((name) => asked[name] === walk.query[name])
    const isTop = as?.sort === 'top' && walk.query.sort === undefined
    if (isSame || isTop) return this.#model.next(walk, limit, answer)
    this.#refusedCursor(answer)
  }

  #refusedCursor(answer: Answer): void {
    ok(
      answer.status === 400 && answer.body.errors?.[0]?.path === 'cursor',
      `${answer.status}: ${answer.text}`,
    )
  }

  /** Every page of a list, with something else happening after the first; those that stay in place come once each. */
  async #walkToTheEnd({ query, between }: Extract<Step, { do: 'walk to the end' }>): Promise<void> {
    const asked = this.#told(query)
    const seen: string[] = []
    const before = this.#model.walks.length
    let answer = await this.#list(asked)
    this.#model.list(asked, answer)
    if (answer.status !== 200) return
    seen.push(...answer.body.skills.map(({ id }: { id: string }) => id))
    if (between && this.#model.walks.length > before) await this.#take(between)
    const ratedIn = between?.do === 'rate' ? 1 : 0
    for (let rounds = 0; answer.body.next_cursor !== null; rounds++) {
      ok(rounds < 300, 'a walk without an end')
      const walk = this.#model.walks.at(-1)
      ok(walk)
      const { limit } = walk.query
      answer = await this.#list({ ...walk.query, cursor: walk.cursor })
      this.#model.next(walk, limit, answer)
      seen.push(...answer.body.skills.map(({ id }: { id: string }) => id))
    }
    ok(seen.length - new Set(seen).size <= ratedIn, 'a skill that stayed in its place came twice')
  }

  /** Every page of a skill's ratings, by the cursors between them. */
  async #ratings({ skill: number, query }: Extract<Step, { do: 'ratings' }>): Promise<void> {
    const skill = this.#slug(number)
    let cursor: string | null = null
    for (let seen = 0; ; ) {
      const asked = new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) })
      const answer: Answer = await this.sender.get(`/api/skills/${skill}/ratings?${asked}`)
      this.#model.ratings(skill, query, seen, answer)
      if (answer.status !== 200 || answer.body.next_cursor === null) return
      seen += answer.body.count
      cursor = answer.body.next_cursor
    }
  }

  #slug(number: number): string {
    return pick(this.#model.skills, number)?.slug ?? `${this.#word}-x`
  }

  #send(method: string, path: string, caller: Caller): Promise<Answer> {
    const key = this.#keyOf(caller)
    return this.sender.send({ method, path, headers: key === undefined ? [] : [['x-api-key', key]] })
  }

  #list(query: Query): Promise<Answer> {
    const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return this.sender.get(`/api/skills?${parameters.join('&')}`)
  }

  #post(path: string, body: Body, caller: Caller): Promise<Answer> {
    return this.sender.post(path, body, this.#keyOf(caller))
  }

  #keyOf(caller: Caller): string | undefined {
    return caller === 'nobody' ? undefined : caller === 'stranger' ? this.#strangerKey : caller.key
  }

  #caller(by: By): Caller {
    return typeof by === 'number' ? (pick(this.#model.agents, by) ?? 'stranger') : by
  }

  #reference({ id, name, disguise }: SkillNamed): Body {
    const idOf = (number: number | 'unknown') =>
      (number !== 'unknown' && pick(this.#model.skills, number)?.id) || crypto.randomUUID()
    const nameOf = (number: number | 'unknown') =>
      (number !== 'unknown' && pick(this.#model.skills, number)?.name) || `${this.#word} nobody`
    return {
      ...(id !== undefined && { skill_id: idOf(id) }),
      // Told twice most times means the same twice, or nearly all of those would be refused.
      ...(name !== undefined && {
        skill_name: DISGUISES[disguise](nameOf(typeof id === 'number' ? id : name)),
      }),
    }
  }

  /** A step's texts with the word of this story in them. */
  #told<T>(value: T): T {
    if (typeof value === 'string')
      return value.replaceAll('~', this.#word).replaceAll('～', this.#word.toUpperCase()) as T
    if (Array.isArray(value)) return value.map((item) => this.#told(item)) as T
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#told(item)])) as T
  }
}

/** A well-formed key that nobody has. */
export function unknownKey(): string {
  const body = `claw_${randomBytes(24).toString('hex')}`
  return body + checksumOf(body)
}

/** The item of this number, counted round. */
function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % items.length]
}
