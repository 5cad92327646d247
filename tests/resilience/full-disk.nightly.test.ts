import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { type Stack, startStack } from '../../local/stack/stack.ts'
import {
  type Answer,
  createFixtures,
  expectRecovery,
  expectUnavailable,
  type Fixtures,
  routes,
  send,
  submit,
  unique,
  until,
} from './faulty-stack.ts'

const disk = mkdtempSync(join(tmpdir(), 'skill-rating-disk-'))
const ballast = join(disk, 'ballast')

/** Mounts a small disk. @returns why this is not possible */
function mount(): string | undefined {
  if (process.platform !== 'linux') return 'this is not Linux'
  if (process.getuid?.() !== 0) return 'only root can mount a small disk'
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', disk], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `a small disk could not be mounted (${(error as Error).message.trim()})`
  }
}

const reason = mount()
if (reason) console.log(`A full disk is not tested: ${reason}.`)
afterAll(() => {
  if (!reason) execFileSync('umount', ['--lazy', disk])
  rmdirSync(disk)
})

let stack: Stack
let fixtures: Fixtures
beforeAll(async () => {
  if (reason) return
  stack = await startStack({ dataDir: disk, apiPort: 0, dbPort: 0, studioPort: 0 })
  fixtures = await createFixtures(stack.baseUrl)
  return () => stack.stop()
})

/** The slugs of the acknowledged skills. */
const acknowledged: string[] = []

test.skipIf(reason)('a full disk: writes get 503, reads are answered, and no write is lost', async () => {
  expect((await submitLarge()).status).toBe(201)
  fill()
  let answer = await submitLarge()
  // Existing pages have some space.
  for (let i = 0; i < 2_000 && answer.status === 201; i++) answer = await submitLarge()
  expectUnavailable(answer, 'hanging')
  for (const [route, call] of routes(fixtures)) {
    const { status } = await send(stack.baseUrl, call)
    if (call.method === 'GET') expect(status, route).toBe(200)
    else expect([200, 201, 503], route).toContain(status)
  }

  // Postgres panics when it cannot create a file of its transaction log, and starts again when there is space.
  const { postgres } = stack.pids()
  await until(async () => {
    await submitLarge()
    await withConnection(stack.adminDatabaseUrl, (sql) => sql`select pg_switch_wal()`).catch(() => {})
    return stack.pids().postgres !== postgres
  })
  // Longer than all attempts of a restart take.
  for (const end = Date.now() + 6_000; Date.now() < end; await wait(500))
    for (const [, call] of routes(fixtures)) expectUnavailable(await send(stack.baseUrl, call), 'hanging')
  rmSync(ballast)
  // Postgres has to start and to recover.
  await expectRecovery(stack.baseUrl, 10_000)
  expect((await submitLarge()).status).toBe(201)
  await withConnection(stack.adminDatabaseUrl, async (sql) => {
    const kept = new Set((await sql`select slug from public.skills`).map(({ slug }) => slug))
    expect(acknowledged.filter((slug) => !kept.has(slug))).toEqual([])
    expect([...(await sql`select * from private.stats_differences()`)]).toEqual([])
  })
})

/** Submits a skill whose description needs one or two new pages: it cannot be compressed. */
async function submitLarge(): Promise<Answer> {
  const call = submit(fixtures.key, unique('large'))
  const description = randomBytes(3_700).toString('base64')
  const answer = await send(stack.baseUrl, { ...call, body: { ...(call.body as object), description } })
  if (answer.status === 201) acknowledged.push(answer.body.skill.slug)
  return answer
}

/** Fills the disk to the last byte. */
function fill(): void {
  const file = openSync(ballast, 'w')
  try {
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
