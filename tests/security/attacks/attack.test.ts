import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodies } from './bodies.ts'
import { expensive, plantExpensiveSkills } from './expensive.ts'
import { functions } from './functions.ts'
import { keys } from './keys.ts'
import { queries } from './queries.ts'
import { reading } from './reading.ts'
import { reviews } from './reviews.ts'
import { tables } from './tables.ts'
import {
  type Answer,
  type Attack,
  type Cast,
  fingerprint,
  judge,
  newAgent,
  send,
  setTheStage,
  summary,
  tryAll,
} from './target.ts'
import {
  begin,
  exchange,
  judgeExchange,
  smuggle,
  statusesIn,
  transport,
  type Wire,
  wires,
} from './transport.ts'
import { atTheBounds, values, welcome } from './values.ts'

let cast: Cast & { leave(): Promise<void> }

beforeAll(async () => {
  cast = await setTheStage()
})

afterAll(async () => {
  await cast?.leave()
  // The figure of docs/reliability.md.
  console.log(summary())
})

const GROUPS: [title: string, attacks: (cast: Cast) => Attack[] | Promise<Attack[]>][] = [
  ['bodies', bodies],
  ['values', values],
  ['queries', queries],
  ['keys', keys],
  ['ratings of a skill, and flags', reviews],
  ['writes to tables', tables],
  ['calls of functions', functions],
]

// Hundreds of requests each: seconds on an idle machine, more on a busy one.
const PATIENCE = 120_000

describe.each(GROUPS)('hostile %s', (_, attacks) => {
  test('get the answer that was promised, hold no secret, and change no row', {
    timeout: PATIENCE,
  }, async () => {
    await changingNothing(async () => expect(await tryAll(cast, await attacks(cast))).toEqual([]))
  })
})

describe('requests that would be expensive to answer', () => {
  beforeAll(() => plantExpensiveSkills(cast))

  test('are answered without 5xx, and change no row', { timeout: PATIENCE }, async () => {
    await changingNothing(async () => expect(await tryAll(cast, expensive(cast))).toEqual([]))
  })
})

test('no answer of the Data API tells an e-mail address, or whether a guess at one is right', async () => {
  await changingNothing(async () => {
    const { pairs, others } = reading(cast)
    const violations = await tryAll(cast, others)
    for (const [right, wrong] of pairs) {
      const [told, untold] = await Promise.all([send(cast, right), send(cast, wrong)])
      for (const said of [judge(cast, right, told), judge(cast, wrong, untold)]) {
        if (said) violations.push(`${right.title}: ${said}`)
      }
      if (!isSame(told, untold)) violations.push(`${right.title}: a right guess is told from a wrong one`)
    }
    expect(violations).toEqual([])
  })
})

describe.each(['function', 'data api'] as const)(
  'what only looks hostile, at the very bounds, by way of the %s',
  (door) => {
    test('is taken: it adds its row and changes no other', async () => {
      await changingNothing(async () => {
        const own = await newAgent(cast, `Welcome at the ${door}`)
        const known = { agents: await idsOf('agents'), skills: await idsOf('skills') }
        for (const { route, json } of welcome(cast)) {
          const before = await rows()
          const answer = await send(cast, atTheBounds(door, route, json, own.key))
          expect([200, 201], `${json.slice(0, 100)} ${answer.text}`).toContain(answer.status)
          const table = ({ register: 'agents', skills: 'skills', ratings: 'ratings' } as const)[route]
          // Of the two ratings the second replaces the first.
          const added = table === 'ratings' && before.own === 1 ? 0 : 1
          const after = await rows()
          expect(after[table] - before[table], json.slice(0, 100)).toBe(added)
          expect({ ...after, [table]: 0, own: 0 }).toEqual({ ...before, [table]: 0, own: 0 })
        }
        await cast.admin`delete from public.skills where id <> all (${known.skills})`
        await cast.admin`delete from public.agents where id <> all (${known.agents}) or id = ${own.id}`
      })
    })
  },
)

test('a key is valid for tables as it is for functions: an agent writes its own rating there, and no other', async () => {
  const { other, ada, eve } = cast
  const own = await newAgent(cast, 'Writes to tables')
  const ask = async (method: string, path: string, key: string, body?: object) => {
    const headers = ['x-api-key', key, 'Prefer', 'return=representation']
    const answer = await send(cast, {
      ...{ title: method, door: 'data api', method, path, headers, expect: '' },
      body: body && JSON.stringify(body),
    })
    return { status: answer.status, rows: JSON.parse(answer.text) }
  }
  const rating = { skill_id: other.id, claws: 5, commentary: 'By way of the table.' }
  expect((await ask('POST', '/ratings', '', rating)).status).toBe(401)
  expect((await ask('POST', '/ratings', cast.revoked.key, rating)).status).toBe(401)
  const created = await ask('POST', '/ratings', own.key, rating)
  expect(created).toMatchObject({ status: 201, rows: [{ ...rating, agent_id: own.id }] })
  const path = `/ratings?id=eq.${created.rows[0].id}`
  for (const key of ['', ada.key, eve.key]) {
    for (const method of ['PATCH', 'DELETE']) {
      const refused = await ask(method, path, key, method === 'PATCH' ? { claws: 1 } : undefined)
      expect([refused.status, refused.rows]).toEqual([200, []])
    }
  }
  expect(await ask('PATCH', path, own.key, { claws: 4 })).toMatchObject({ status: 200, rows: [{ claws: 4 }] })
  expect(await ask('DELETE', path, own.key)).toMatchObject({ status: 200, rows: [{ claws: 4 }] })
  await cast.admin`delete from public.agents where id = ${own.id}`
})

describe.each(['the gateway', 'the function itself'])('by raw socket, at %s', (name) => {
  const wire = () => wires(cast).find((one) => one.name === name) as Wire

  test('bytes that are no proper request are refused or cut off, change no row, and leave the service answering', async () => {
    await changingNothing(async () => {
      const pids = cast.stack.pids()
      const violations = await Promise.all(
        transport(cast, wire()).map(async (attack) =>
          judgeExchange(attack, await exchange(wire(), attack.bytes)),
        ),
      )
      expect(violations.filter((violation) => violation !== undefined)).toEqual([])
      await expectAnAnswer(wire())
      expect(cast.stack.pids()).toEqual(pids)
    })
  })

  test('bodies that come slowly, or never to their end, keep nobody else waiting', async () => {
    await changingNothing(async () => {
      const sockets = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          begin(wire(), `${head(wire())}Content-Length: 100000\r\n\r\n{"claws": ${'1'.repeat(i)}`),
        ),
      )
      await expectAnAnswer(wire())
      // Still open: nobody was answered before the body was whole.
      expect(sockets.filter((socket) => socket.destroyed)).toEqual([])
      for (const socket of sockets) socket.destroy()
      await expectAnAnswer(wire())
    })
  })

  test('clients that go away, at whatever moment, do no harm', async () => {
    await changingNothing(async () => {
      const pids = cast.stack.pids()
      const requests = [
        `${head(wire())}Content-Length: 100\r\n\r\n{"claws"`,
        `${head(wire())}Transfer-Encoding: chunked\r\n\r\n5\r\n{"cla`,
        `GET ${wire().prefix}/api/skills?search=a HTTP/1.1\r\nHost: h\r\n\r\n`,
        `GET ${wire().prefix}/api/skills?limit=500 HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(3),
        `GET ${wire().prefix}/api/ski`,
      ]
      for (const bytes of requests) {
        const sockets = await Promise.all(Array.from({ length: 8 }, () => begin(wire(), bytes)))
        for (const [i, socket] of sockets.entries()) i % 2 === 0 ? socket.destroy() : socket.resetAndDestroy()
      }
      await expectAnAnswer(wire())
      expect(cast.stack.pids()).toEqual(pids)
    })
  })
})

test.each(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE'])(
  'by raw socket, a deletion in the body of a %s, however it is framed, does not become the request of another agent',
  async (method) => {
    const [gateway] = wires(cast)
    await changingNothing(async () => expect(await smuggle(cast, gateway as Wire, method)).toEqual([]))
  },
)

/** Runs the attacks, and expects every table of the database, and every privilege, to be as it was before them. */
async function changingNothing(attacks: () => Promise<unknown>): Promise<void> {
  const before = await fingerprint(cast)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'agents',
      'private.agent_keys',
      'private.rating_flags',
      'ratings',
      'skill_stats',
    ]),
  )
  await attacks()
  expect(await fingerprint(cast)).toEqual(before)
}

async function expectAnAnswer(wire: Wire): Promise<void> {
  const bytes = `GET ${wire.prefix}/api/health HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`
  expect(statusesIn((await exchange(wire, bytes, 10_000)).received)).toEqual([200])
}

/** The beginning of a rating that would be taken. */
function head({ prefix }: Wire): string {
  return `POST ${prefix}/api/ratings HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nx-api-key: ${cast.mallory.key}\r\n`
}

async function rows(): Promise<{ agents: number; skills: number; ratings: number; own: number }> {
  const [counts] = await cast.admin<{ agents: number; skills: number; ratings: number; own: number }[]>`
    select (select count(*)::int from public.agents) as agents, (select count(*)::int from public.skills) as skills,
      count(*)::int as ratings, count(*) filter (where skill_id = ${cast.other.id})::int as own
    from public.ratings`
  if (!counts) throw new Error('There is always one row.')
  return counts
}

async function idsOf(table: 'agents' | 'skills'): Promise<string[]> {
  return (await cast.admin`select id from ${cast.admin(`public.${table}`)}`).map(({ id }) => id)
}

/** Whether two answers tell the same: their status, their bytes, and how many rows there are said to be. */
function isSame(one: Answer, other: Answer): boolean {
  const range = ({ headers }: Answer) => /content-range \S+/i.exec(headers)?.[0]
  // A refusal may repeat the question; what was guessed is as long in both.
  return one.status === other.status && one.text.length === other.text.length && range(one) === range(other)
}
