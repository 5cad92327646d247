// npm run fuzz -- --requests N --seed S: random requests against a stack of its own (or BASE_URL), every answer compared
// with the contract and with a model of the catalogue. Ends with status 1 when one differs.
// npm run fuzz -- --replay KIND --seed S --path P: tries again what failed.
import { command, wholeNumber } from '../../local/cli/command.ts'
import { Refusal } from '../../local/cli/user-error.ts'
import { anySeed } from '../support/random.ts'
import { fuzz, KINDS } from './run.ts'
import { takeTarget } from './target.ts'

const options = {
  requests: { type: 'string', value: 'N', default: '20000', help: 'How many requests to send' },
  seed: { type: 'string', value: 'S', help: 'Seed of the random numbers (default: another one each time)' },
  replay: { type: 'string', value: 'KIND', help: `Repeat one failure: ${KINDS.join(' or ')}` },
  path: { type: 'string', value: 'P', default: '', help: 'The failure to repeat, as the run printed it' },
} as const

await command('fuzz', { options }, async (values) => {
  const requests = wholeNumber('requests', values.requests, 0)
  // The seeds of fast-check, which it prints for a replay, may be negative.
  const seed = wholeNumber('seed', values.seed ?? anySeed(), Number.MIN_SAFE_INTEGER)
  const kind = KINDS.find((name) => name === values.replay)
  if (values.replay && !kind)
    throw new Refusal(`--replay is “${values.replay}”: set it to ${KINDS.join(' or ')}.`)

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
})
