// npm run bench -- deletion: an agent with many ratings exports and deletes its account: the time of each call, and the longest that
// ratings of the same skills by another agent waited meanwhile.
import type { ReservedSql, Sql } from 'postgres'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { migrationFiles, withScratchPostgres } from '../scripts/scratch-postgres.ts'
import { load } from './data/load.ts'
import { SETTINGS } from './data/open.ts'
import { benchmarkKey, SIZES, type Size } from './data/sizes.ts'
import { asAnon, connect } from './database.ts'
import { markdownTable } from './report.ts'

const options = {
  size: { type: 'string', value: 'S', default: 'S', help: 'The size of the data' },
  ratings: { type: 'string', value: 'N', default: '10000', help: 'How many ratings the agent has' },
} as const

type Times = { calls: number; longest: number; total: number }

await command('bench deletion', { options }, async ({ size, ratings }) => {
  if (!(size in SIZES)) throw new UserError(`--size is “${size}”: set it to one of ${Object.keys(SIZES)}.`)
  if (!/^[1-9]\d{0,6}$/.test(ratings)) throw new UserError(`--ratings is “${ratings}”: set it to a number.`)
  await withScratchPostgres(async (scratch) => {
    const url = await scratch.database('deletion', migrationFiles())
    await load(scratch.adminUrl('deletion'), size as Size, console.log)
    const owner = connect(url, 3)
    const admin = connect(scratch.adminUrl('deletion'), 1)
    try {
      await rateMany(owner, Number(ratings))
      await admin`vacuum (analyze) public.ratings, public.skill_stats, private.skill_documents`
      const before = await whileOtherRates(owner, () => exportAll(owner))
      const during = await whileOtherRates(owner, () => deleteAll(owner))
      const rows = [
        ['export', ...figures(before.own), Math.round(before.other.longest), before.other.calls],
        ['deletion', ...figures(during.own), Math.round(during.other.longest), during.other.calls],
      ]
      const columns = [
        `${ratings} ratings`,
        'calls',
        'longest call, ms',
        'all calls, ms',
        'longest rating by another agent, ms',
        'its ratings',
      ]
      console.log(markdownTable({ columns, rows }))
      const [left] = await owner`
        select count(*) as differences from private.stats_differences()`
      if (Number(left?.differences) > 0) throw new UserError('The aggregates differ from the ratings.')
    } finally {
      await Promise.all([owner.end({ timeout: 5 }), admin.end({ timeout: 5 })])
    }
  }, SETTINGS)
})

/** Lets the first agent rate the first skills. */
async function rateMany(owner: Sql, ratings: number): Promise<void> {
  await owner`
    insert into public.ratings (agent_id, skill_id, claws, reliability, speed, commentary)
    select md5('agent 1')::uuid, id, 1 + n % 5, n % 101, n % 101, 'It reads the timetable and says which trams are late.'
    from (select id, row_number() over (order by id) as n from public.skills limit ${ratings}) as s
    on conflict do nothing`
}

/** Runs the work while another agent rates skills of the first one, in turn. */
async function whileOtherRates(owner: Sql, work: () => Promise<Times>) {
  const skills = await owner<{ id: string }[]>`
    select skill_id as id from public.ratings where agent_id = md5('agent 1')::uuid order by md5(id::text) limit 5000`
  let isDone = false
  const rate = async () => {
    const times = newTimes()
    const connection = await owner.reserve()
    try {
      while (!isDone) {
        const { id } = skills[times.calls % skills.length] ?? { id: '' }
        const claws = 1 + (times.calls % 5)
        const { transaction } = await asAnon(
          connection,
          benchmarkKey(1),
          (sql) => sql`select public.submit_rating(p_skill_id => ${id}, p_claws => ${claws})::text`,
        )
        add(times, transaction)
      }
    } finally {
      connection.release()
    }
    return times
  }
  const rating = rate()
  // A failed rating is seen only after the work.
  rating.catch(() => {})
  const own = await work().finally(() => {
    isDone = true
  })
  return { own, other: await rating }
}

/** Exports all that the first agent has. */
function exportAll(owner: Sql): Promise<Times> {
  let cursor: string | null = null
  return callUntilDone(owner, async (sql) => {
    const [row] = await sql<{ next: string | null }[]>`
      select public.export_me(p_cursor => ${cursor}) ->> 'next_cursor' as next`
    cursor = row?.next ?? null
    return cursor === null
  })
}

/** Deletes the first agent. */
function deleteAll(owner: Sql): Promise<Times> {
  return callUntilDone(owner, async (sql) => {
    const [row] = await sql<{ remaining: number }[]>`
      select (public.delete_me() ->> 'remaining')::integer as remaining`
    return row?.remaining === 0
  })
}

/** Calls as the first agent, on a connection of its own, until it is done. */
async function callUntilDone(owner: Sql, call: (sql: ReservedSql) => Promise<boolean>): Promise<Times> {
  const times = newTimes()
  const connection = await owner.reserve()
  try {
    let isDone = false
    while (!isDone) {
      const { rows, transaction } = await asAnon(connection, benchmarkKey(0), async (sql) => [
        { isDone: await call(sql) },
      ])
      add(times, transaction)
      isDone = rows[0]?.isDone ?? true
    }
  } finally {
    connection.release()
  }
  return times
}

function newTimes(): Times {
  return { calls: 0, longest: 0, total: 0 }
}

function add(times: Times, milliseconds: number): void {
  times.calls++
  times.total += milliseconds
  times.longest = Math.max(times.longest, milliseconds)
}

function figures({ calls, longest, total }: Times): number[] {
  return [calls, Math.round(longest), Math.round(total)]
}
