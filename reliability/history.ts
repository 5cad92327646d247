// npm run history -- --writes N --clients C --seed S: clients rate and readers read at the same time, on a stack of its own
// (or BASE_URL and DATABASE_URL); every answer must show a state that can have been committed when it was given. Ends with
// status 1 when one does not, or when an aggregate differs at the end.
import { parseArgs } from 'node:util'
import { runHistory } from './history-run.ts'
import { takeTarget } from './target.ts'

const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
const [writes, clients, seed] = [values.writes, values.clients, values.seed].map(Number) as [
  number,
  number,
  number,
]
if (![writes, clients, seed].every((number) => Number.isSafeInteger(number) && number >= 0) || clients < 1) {
  throw new Error('--writes, --clients and --seed are whole numbers.')
}

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
