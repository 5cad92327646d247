// npm run fuzz -- --requests N --seed S: random requests against a stack of its own (or BASE_URL), every answer compared
// with the contract and with a model of the catalogue. Ends with status 1 when one differs.
// npm run fuzz -- --replay KIND --seed S --path P: tries again what failed.
import { parseArgs } from 'node:util'
import { fuzz, KINDS } from './fuzz-run.ts'
import { takeTarget } from './target.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    replay: { type: 'string' },
    path: { type: 'string', default: '' },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
const kind = KINDS.find((name) => name === values.replay)
if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(seed) || (values.replay && !kind)) {
  throw new Error(`--requests and --seed are whole numbers; --replay is one of ${KINDS.join(', ')}.`)
}

const figure = (number: number) => number.toLocaleString('en')
const target = await takeTarget()
try {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  const { sent, failures, statuses, differences } = await fuzz({
    baseUrl: target.baseUrl,
    requests,
    seed,
    replay: kind && { kind, path: values.path },
    progress: (sender) =>
      console.log(
        `${figure(sender.sent)} of ${figure(requests)} requests, ${figure(Math.round(sender.sent / seconds()))}/s  ${sender.statusLine}`,
      ),
  })
  for (const difference of differences) console.log(`\nDIFFERENCE\n${difference}\n`)
  console.log(`answers by status: ${statuses}`)
  console.log(
    `${figure(sent)} requests, ${figure(failures)} answers of 5xx, ${differences.length} differences from the model (seed ${seed}, ${Math.round(seconds())} s)`,
  )
  if (failures > 0 || differences.length > 0) process.exitCode = 1
} finally {
  await target.release()
}
