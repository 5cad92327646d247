// npm run history -- --writes N --clients C --seed S: clients rate and readers read at the same time, on a stack of its own
// (or BASE_URL and DATABASE_URL); every answer must show a state that can have been committed when it was given. Ends with
// status 1 when one does not, or when an aggregate differs at the end.
import { command, wholeNumber } from '../../local/cli/command.ts'
import { takeTarget } from '../fuzz/target.ts'
import { anySeed } from '../support/random.ts'
import { runHistory } from './history-run.ts'

const options = {
  writes: { type: 'string', value: 'N', default: '20000', help: 'How many ratings to write' },
  clients: { type: 'string', value: 'C', default: '8', help: 'How many clients write at the same time' },
  seed: { type: 'string', value: 'S', help: 'Seed of the random numbers (default: another one each time)' },
} as const

await command('history', { options }, async (values) => {
  const writes = wholeNumber('writes', values.writes, 0)
  const clients = wholeNumber('clients', values.clients, 1)
  const seed = wholeNumber('seed', values.seed ?? anySeed(), 0)

  const figure = (number: number) => Math.round(number).toLocaleString('en')
  const target = await takeTarget()
  try {
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1_000
    const { violations, differences, ...done } = await runHistory({
      baseUrl: target.baseUrl,
      databaseUrl: target.databaseUrl,
      writes,
      clients,
      seed,
      progress: (written, read) => {
        const rate = written / seconds()
        console.log(
          `${figure(written)} of ${figure(writes)} writes, ${figure(read)} reads, ${figure(rate)} writes/s, about ${figure((writes - written) / rate)} s left`,
        )
      },
    })
    for (const violation of violations) console.log(`VIOLATION ${violation}`)
    for (const difference of differences) console.log(`DIFFERENCE ${difference}`)
    if (done.undecided > 0)
      console.log(`${figure(done.undecided)} answers had too many possible states to look at all`)
    console.log(
      `${figure(done.writes)} writes, ${figure(done.reads)} reads checked, ${violations.length} violations, ${differences.length} aggregates differ (seed ${seed}, ${figure(seconds())} s)`,
    )
    if (violations.length > 0 || differences.length > 0) process.exitCode = 1
  } finally {
    await target.release()
  }
})
