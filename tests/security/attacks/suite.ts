// The attacks as tests, on a stack of their own. After each group every row and every privilege must be as before.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HttpResponse } from '../../support/http-client.ts'
import { exchangeBytes, openConnection, statusesIn } from '../../support/raw-socket.ts'
import { check, describeAttack, send, sendAll } from './attack.ts'
import { plantExpensiveSkills } from './expensive.ts'
import { type Fixtures, fingerprint, startFixtures } from './fixtures.ts'
import { framings } from './framing.ts'
import { GROUPS } from './groups.ts'
import { checkExchange, type Endpoint, endpoints, type RawRequests, rawRequests } from './raw-requests.ts'
import { reading } from './reading.ts'

/** Defines the tests. Of each group every n-th attack is sent: they are ordered by kind, so that each kind is represented. */
export function defineAttackTests(every: number): void {
  const sample = <Item>(items: Item[]) => items.filter((_, i) => i % every === 0)
  const isFull = every === 1
  let fixtures: Fixtures
  beforeAll(async () => {
    fixtures = await startFixtures()
    return fixtures.stop
  })

  async function expectNoChange(attacks: () => Promise<unknown>): Promise<void> {
    const before = await fingerprint(fixtures)
    const tables = ['agents', 'private.agent_keys', 'private.flags', 'ratings', 'skill_stats']
    expect(Object.keys(before)).toEqual(expect.arrayContaining(tables))
    await attacks()
    expect(await fingerprint(fixtures)).toEqual(before)
  }

  // Expensive requests are only sent in the full run; tests/database/text/text-cost.nightly.test.ts measures what they do.
  test.each(Object.keys(GROUPS).filter((group) => isFull || group !== 'expensive'))(
    'hostile requests of the group %s get the expected response, read no secret and change no row',
    async (group) => {
      if (group === 'expensive') await plantExpensiveSkills(fixtures)
      const attacks = (await GROUPS[group]?.(fixtures)) ?? []
      await expectNoChange(async () => expect(await sendAll(fixtures, sample(attacks))).toEqual([]))
    },
  )

  test('no response of the Data API tells whether a guess at an e-mail address is right', async () => {
    await expectNoChange(async () => {
      for (const [right, wrong] of sample(reading(fixtures).pairs)) {
        const [one, other] = await Promise.all([send(fixtures, right), send(fixtures, wrong)])
        for (const violation of [check(fixtures, right, one), check(fixtures, wrong, other)]) {
          expect(violation, describeAttack(right)).toBeUndefined()
        }
        expect(visible(one), describeAttack(right)).toEqual(visible(other))
      }
    })
  })

  describe.each(isFull ? ['the gateway', 'the function'] : ['the gateway'])('raw bytes to %s', (name) => {
    const endpoint = () => endpoints(fixtures).find((one) => one.name === name) as Endpoint
    /** The start of a valid rating. */
    const head = () =>
      `POST ${endpoint().prefix}/api/ratings HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nx-api-key: ${fixtures.attacker.key}\r\n`
    async function expectHealthy(): Promise<void> {
      const { port, prefix } = endpoint()
      const health = `GET ${prefix}/api/health HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`
      const statuses = async () => statusesIn((await exchangeBytes(port, health, 10_000)).received)
      await expect.poll(statuses, { timeout: 20_000 }).toEqual([200])
    }
    async function expectNoRestart(attacks: () => Promise<unknown>): Promise<void> {
      await expectNoChange(async () => {
        const pids = fixtures.stack.pids()
        await attacks()
        await expectHealthy()
        expect(fixtures.stack.pids()).toEqual(pids)
      })
    }

    test('invalid requests are rejected or cut off', async () => {
      await expectNoRestart(async () => {
        const requests = Object.entries(rawRequests(fixtures, endpoint())) as [keyof RawRequests, string[]][]
        const violations = await Promise.all(
          requests.flatMap(([kind, all]) =>
            all.map(async (bytes) => checkExchange(kind, bytes, await exchangeBytes(endpoint().port, bytes))),
          ),
        )
        expect(violations.flat()).toEqual([])
      })
    })

    test('incomplete bodies keep no other client waiting', async () => {
      await expectNoRestart(async () => {
        const sockets = await Promise.all(
          Array.from({ length: 50 }, (_, i) =>
            openConnection(
              endpoint().port,
              `${head()}Content-Length: 100000\r\n\r\n{"claws": ${'1'.repeat(i)}`,
            ),
          ),
        )
        await expectHealthy()
        expect(sockets.filter((socket) => socket.destroyed)).toEqual([])
        for (const socket of sockets) socket.destroy()
      })
    })

    test('clients may disconnect at any moment', async () => {
      await expectNoRestart(async () => {
        const list = `GET ${endpoint().prefix}/api/skills`
        for (const bytes of [
          `${head()}Content-Length: 100\r\n\r\n{"claws"`,
          `${head()}Transfer-Encoding: chunked\r\n\r\n5\r\n{"cla`,
          `${list}?search=a HTTP/1.1\r\nHost: h\r\n\r\n`,
          `${list}?limit=500 HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(3),
          list,
        ]) {
          const open = () => openConnection(endpoint().port, bytes)
          const sockets: Socket[] = await Promise.all(Array.from({ length: 8 }, open))
          for (const [i, socket] of sockets.entries())
            i % 2 === 0 ? socket.destroy() : socket.resetAndDestroy()
        }
      })
    })
  })

  test.each(isFull ? ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE'] : ['GET', 'POST'])(
    'a deletion in the body of a %s, however it is framed, does not become the request of another agent',
    async (method) => {
      const { victim, skill } = fixtures
      const [{ port, prefix }] = endpoints(fixtures) as [Endpoint]
      // If a server takes it for a request, the next request line becomes a header, and the victim's key belongs to it.
      const planted = `DELETE /api/skills/${skill.slug}/ratings/me HTTP/1.1\r\nX-Swallow: `
      const own = `GET ${prefix}/api/me HTTP/1.1\r\nHost: here.example\r\nx-api-key: ${victim.key}\r\nConnection: close\r\n\r\n`
      await expectNoChange(async () => {
        // One after the other, so that the victim's request comes next.
        for (const { title, bytes } of sample(framings)) {
          const socket = await openConnection(port, bytes(method, `${prefix}/api/health`, planted))
          // Incomplete requests get no response.
          await Promise.race([once(socket, 'data'), once(socket, 'close'), wait(100)]).catch(() => {})
          const { received } = await exchangeBytes(port, own, 10_000)
          socket.destroy()
          expect(statusesIn(received), title).toEqual([200])
          expect(received, title).toContain(victim.email)
        }
      })
    },
  )
}

/** What a client can compare: the status, the length and the number of rows. */
function visible({ status, text, headers }: HttpResponse<unknown>): unknown {
  return [status, text.length, headers.get('content-range')]
}
