import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import {
  type Answer,
  type Cast,
  cast,
  everyRoute,
  expectRecovery,
  expectUnavailable,
  printWorst,
  recovery,
  send,
  submit,
  unique,
  until,
} from './faulty-stack.ts'
import { ask } from './write-load.ts'

const disk = mkdtempSync(join(tmpdir(), 'skill-rating-disk-'))
const ballast = join(disk, 'ballast')

/** Mounts a small disk; only root may. @returns why not, if it could not */
function mount(): string | undefined {
  if (process.platform !== 'linux') return 'this is not Linux'
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', disk], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `mounting a small disk failed (${(error as Error).message.trim()})`
  }
}

const reason = mount()
if (reason) console.log(`The full disk is not tested: ${reason}.`)
afterAll(() => {
  // Whatever is still open on it is let go when its process ends.
  if (!reason) execFileSync('umount', ['--lazy', disk])
  rmdirSync(disk)
})

let stack: Stack
let people: Cast
beforeAll(async () => {
  if (reason) return
  stack = await startStack({ dataDir: disk, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  people = await cast(stack.baseUrl)
  return async () => {
    printWorst()
    await stack.stop()
  }
})

/** The slugs of what was acknowledged. */
const acknowledged: string[] = []

test.skipIf(reason)(
  'a full disk: what writes is told to come again, what reads is answered, and with room again nothing is lost',
  async () => {
    expect((await submitLarge()).status).toBe(201)
    fill()
    let answer = await submitLarge()
    // The pages that are there already have some room.
    for (let i = 0; i < 2_000 && answer.status === 201; i++) answer = await submitLarge()
    expectUnavailable(answer, 'otherwise')
    for (const [route, call] of everyRoute(people)) {
      const { status } = await send(stack.baseUrl, call)
      if (call.method === 'GET') expect(status, route).toBe(200)
      else expect([200, 201, 503], route).toContain(status)
    }

    rmSync(ballast)
    await expectRecovery(stack.baseUrl)
    await expectAllKept()
  },
)

test.skipIf(reason)(
  'a disk so full that Postgres cannot run: every route says so, and it runs again by itself when there is room',
  async () => {
    expect((await submitLarge()).status).toBe(201)
    fill()
    // The log of transactions comes to the end of its files, and there is no room for another: Postgres stops.
    const { postgres: running } = stack.pids()
    await until(async () => {
      await submitLarge()
      await asAdmin((sql) => sql`select pg_switch_wal()`).catch(() => {})
      return stack.pids().postgres !== running
    })
    // As long as the stack would try to start what cannot start before it gives up.
    for (const end = Date.now() + 6_000; Date.now() < end; await wait(500)) {
      for (const [, call] of everyRoute(people))
        expectUnavailable(await send(stack.baseUrl, call), 'otherwise')
    }

    rmSync(ballast)
    // It first has to start, and to go through its log.
    expect(await recovery(stack.baseUrl)).toBeLessThan(10_000)
    await expectAllKept()
  },
)

/** Submits a skill that needs a new page or two: its description cannot be compressed. */
async function submitLarge(): Promise<Answer> {
  const call = submit(people.key, unique('large'))
  const description = randomBytes(3_700).toString('base64')
  const answer = await send(stack.baseUrl, { ...call, body: { ...(call.body as object), description } })
  if (answer.status === 201) acknowledged.push(answer.body.skill.slug)
  return answer
}

async function expectAllKept(): Promise<void> {
  expect((await submitLarge()).status).toBe(201)
  const kept = new Set((await asAdmin((sql) => sql`select slug from public.skills`)).map(({ slug }) => slug))
  expect(acknowledged.filter((slug) => !kept.has(slug))).toEqual([])
  expect([...(await asAdmin((sql) => sql`select * from private.stats_differences()`))]).toEqual([])
}

function asAdmin<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  return ask(stack.adminDatabaseUrl, work)
}

/** Takes every byte that is free. */
function fill(): void {
  const file = openSync(ballast, 'w')
  try {
    // In pieces that become smaller, for the last bytes too.
    for (let piece = Buffer.alloc(2 ** 20); piece.length > 0; piece = piece.subarray(0, piece.length >> 1)) {
      try {
        for (;;) writeSync(file, piece)
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
      }
    }
  } finally {
    closeSync(file)
  }
}
