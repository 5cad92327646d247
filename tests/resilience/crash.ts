// npm run kills -- --kills 100 --seed 1: kills Postgres with SIGKILL under a load of registrations, submissions and ratings, again and
// again, and looks at the end for everything that was acknowledged. Exits with status 1 when the service broke its word.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { command, wholeNumber } from '../../local/cli/command.ts'
import { startStack } from '../../local/stack/stack.ts'
import { randomNumbers } from '../support/random.ts'
import { judge, startLoad, takesQueries } from './write-load.ts'

/** Milliseconds of undisturbed work between a recovery and the next kill, at the least and at the most. */
const rest = [200, 2_200] as const
/** How long the service may take from when Postgres is back to its first success; milliseconds. */
const longestRecovery = 2_000

const options = {
  kills: { type: 'string', value: 'N', default: '100', help: 'How often to kill Postgres' },
  seed: { type: 'string', value: 'S', default: '1', help: 'Seed of the random moments' },
} as const

await command('kills', { options }, async (values) => {
  const kills = wholeNumber('kills', values.kills, 0)
  const seed = wholeNumber('seed', values.seed, 0)
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-kills-'))
  const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, mcp: false })
  const load = startLoad(stack.baseUrl, { workers: 6, pause: 5 })
  let failed = true
  try {
    const random = randomNumbers(seed)
    let worst = 0
    let killed = 0
    while (killed < kills) {
      // At a moment that the seed chooses, so that kills fall into every part of a request.
      await wait(rest[0] + random() * (rest[1] - rest[0]))
      const pid = stack.pids().postgres
      if (pid === undefined) throw new Error('Postgres is not there to be killed.')
      process.kill(pid, 'SIGKILL')
      killed++
      await until(() => stack.pids().postgres !== pid, 'Postgres was not brought back')
      await until(() => takesQueries(stack.adminDatabaseUrl), 'Postgres did not take queries again')
      const back = performance.now()
      await until(() => load.ledger.lastSuccess > back, 'no write succeeded after Postgres was back')
      worst = Math.max(worst, load.ledger.lastSuccess - back)
      if (killed % 5 === 0 || killed === kills) {
        const { acknowledged, unavailable, broken } = load.ledger
        console.log(
          `${killed}/${kills} kills: ${acknowledged} writes acknowledged, ${unavailable} answers of 503, ${broken} connections broken, worst recovery ${Math.round(worst)} ms`,
        )
      }
    }

    await load.finish()
    const { ledger } = load
    const verdict = await judge(stack.adminDatabaseUrl, ledger)
    for (const wrong of new Set(ledger.wrong)) console.log(`wrong: ${wrong}`)
    const figures = {
      ...verdict,
      wrongAnswers: ledger.wrong.length,
    }
    failed = Object.values(figures).some((figure) => figure !== 0) || worst > longestRecovery
    console.log(
      [
        `kills ${killed} (seed ${seed})`,
        `writes acknowledged ${ledger.acknowledged}`,
        `lost ${verdict.lost}`,
        `doubled ${verdict.doubled}`,
        `agents without key ${verdict.agentsWithoutKey}`,
        `keys without agent ${verdict.keysWithoutAgent}`,
        `aggregate differences ${verdict.aggregateDifferences}`,
        `5xx other than 503, refused keys and empty lists ${ledger.wrong.length}`,
        `worst time from ready again to first success ${Math.round(worst)} ms (limit ${longestRecovery})`,
        failed ? 'FAILED' : 'passed',
      ].join('; '),
    )
  } finally {
    await stack.stop()
    if (failed) console.log(`The data and logs are kept in ${dataDir}.`)
    else rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  process.exit(failed ? 1 : 0)
})

async function until(condition: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${otherwise} within 30 s.`)
    await wait(5)
  }
}
