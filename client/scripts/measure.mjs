// `npm run measure`: the time of `skill-rating --help` and `skill-rating observe` beside `node -e 0`, taken in turns, and whether 50 calls
// of `observe` at once lose a count.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RUNS = Number(process.env.RUNS ?? 200)
const AT_ONCE = 50

const program = fileURLToPath(new URL('../dist/skill-rating.js', import.meta.url))
const state = mkdtempSync(join(tmpdir(), 'skill-rating-measure-'))
const env = { ...process.env, HOME: state, XDG_STATE_HOME: state, LOCALAPPDATA: state }
// As long as the result of a typical call.
const input = JSON.stringify({
  session_id: 'a8d2f0a4-3f5e-4a53-9d2e-2f5e0d6c7b11',
  cwd: '/home/ada/project',
  hook_event_name: 'PostToolUse',
  tool_name: 'mcp__github__search_code',
  tool_input: { query: 'q'.repeat(100) },
  tool_response: { content: [{ type: 'text', text: 't'.repeat(5_000) }] },
})

const cases = {
  'node -e 0': ['-e', '0'],
  'skill-rating observe': [program, 'observe'],
  'skill-rating --help': [program, '--help'],
}
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
try {
  for (let run = 0; run < RUNS + 5; run++) {
    for (const [name, args] of Object.entries(cases)) {
      const start = performance.now()
      const { status } = spawnSync(process.execPath, args, { env, input })
      if (status !== 0) throw new Error(`${name} ended with ${status}.`)
      // The first runs fill the caches of the operating system.
      if (run >= 5) times[name].push(performance.now() - start)
    }
  }
  const median = (list) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)]
  const base = median(times['node -e 0'])
  console.log(`Node ${process.version}, ${RUNS} runs, median:`)
  for (const [name, list] of Object.entries(times)) {
    const middle = median(list)
    console.log(`${name.padEnd(22)} ${middle.toFixed(1).padStart(6)} ms  ${(middle / base).toFixed(2)}`)
  }
  const before = counted()
  const exits = await Promise.all(Array.from({ length: AT_ONCE }, () => observeOnce()))
  console.log(`${AT_ONCE} at once: ${counted() - before} counted, ${exits.filter((code) => code !== 0).length} failed.`)
} finally {
  rmSync(state, { recursive: true, force: true })
}

function observeOnce() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, cases['skill-rating observe'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
    child.on('exit', resolve)
    child.stdin.end(input)
  })
}

function counted() {
  const files = readdirSync(state, { recursive: true }).filter((name) => String(name).endsWith('.log'))
  const lines = files.flatMap((name) => readFileSync(join(state, String(name)), 'utf8').split('\n'))
  return lines.filter((line) => line === 'ok github').length
}
