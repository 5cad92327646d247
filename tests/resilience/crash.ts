// npm run test:crash -- --crashes 100 --seed 1: kills Postgres with SIGKILL again and again under a load of registrations, skills and
// ratings, then checks that every acknowledged write is there and the aggregates are exact.
import { setTimeout as wait } from 'node:timers/promises'
import { command, wholeNumber } from '../../local/cli/command.ts'
import { withStack } from '../../local/stack/temporary-stack.ts'
import { randomNumbers } from '../../scripts/support/random.ts'
import { acceptsQueries, startLoad, verify } from './write-load.ts'

/** Milliseconds between a recovery and the next crash. */
const PAUSE_MS = [200, 2_200] as const
/** From when Postgres accepts queries again to the first successful write. */
const RECOVERY_LIMIT_MS = 2_000

const options = {
  crashes: { type: 'string', value: 'N', default: '100', help: 'How often to kill Postgres' },
  seed: { type: 'string', value: 'S', default: '1', help: 'Seed of the random moments' },
} as const

await command('test:crash', { options }, async (values) => {
  const crashes = wholeNumber('crashes', values.crashes, 1)
  const seed = wholeNumber('seed', values.seed, 0)
  await withStack({}, async (stack) => {
    const load = startLoad(stack.baseUrl, { workers: 6, pause: 5 })
    const { ledger } = load
    const random = randomNumbers(seed).fraction
    let slowest = 0
    for (let crash = 1; crash <= crashes; crash++) {
      await wait(PAUSE_MS[0] + random() * (PAUSE_MS[1] - PAUSE_MS[0]))
      const pid = stack.pids().postgres
      if (pid === undefined) throw new Error('Postgres is not running.')
      process.kill(pid, 'SIGKILL')
      await until(() => stack.pids().postgres !== pid, 'Postgres restarts')
      await until(() => acceptsQueries(stack.adminDatabaseUrl), 'Postgres accepts queries')
      const ready = performance.now()
      await until(() => ledger.lastSuccess > ready, 'a write succeeds')
      slowest = Math.max(slowest, ledger.lastSuccess - ready)
      if (crash % 5 > 0 && crash < crashes) continue
      const { acknowledged, unavailable, broken } = ledger
      console.log(
        `${crash} of ${crashes} crashes: ${acknowledged} writes acknowledged, ${unavailable} responses of 503, ${broken} broken connections`,
      )
    }
    await load.finish()
    const verdict = await verify(stack.adminDatabaseUrl, ledger)
    for (const wrong of new Set(ledger.wrong)) console.log(`wrong response: ${wrong}`)
    const figures = { ...verdict, wrongResponses: ledger.wrong.length }
    const failed = Object.values(figures).some((figure) => figure !== 0) || slowest > RECOVERY_LIMIT_MS
    console.log(
      [
        `${crashes} crashes (seed ${seed}), ${ledger.acknowledged} writes acknowledged`,
        ...Object.entries(figures).map(([name, figure]) => `${name} ${figure}`),
        `slowest recovery ${Math.round(slowest)} ms (limit ${RECOVERY_LIMIT_MS})`,
        failed ? 'FAILED' : 'passed',
      ].join('; '),
    )
    if (failed) process.exitCode = 1
  })
})

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`It took more than 30 s until ${what}.`)
    await wait(5)
  }
}
