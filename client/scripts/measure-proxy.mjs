// `npm run measure-proxy`: the published MCP servers, called 10,000 times each with and without `skill-rating proxy`: the time of a call, and
// whether the counts are exact. Installs the servers into a temporary folder. CALLS is the number of calls.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const CALLS = Number(process.env.CALLS ?? 10_000)
const program = fileURLToPath(new URL('../dist/skill-rating.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'skill-rating-proxy-'))
const files = join(folder, 'files')
const state = join(folder, 'state')
const env = { ...process.env, HOME: folder, XDG_STATE_HOME: state }
const servers = {
  filesystem: {
    args: [files],
    good: { name: 'list_directory', arguments: { path: files } },
    bad: { name: 'read_text_file', arguments: { path: '/etc/hostname' } },
  },
  everything: {
    args: ['stdio'],
    good: { name: 'echo', arguments: { message: 'hello' } },
    bad: { name: 'no-such-tool', arguments: {} },
  },
}
try {
  mkdirSync(files)
  writeFileSync(join(files, 'a.txt'), 'a')
  const packages = Object.keys(servers).map((name) => `@modelcontextprotocol/server-${name}`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd: folder, stdio: 'ignore' })
  for (const [name, server] of Object.entries(servers)) await measure(name, server)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(name, { args, good, bad }) {
  const home = join(folder, 'node_modules', '@modelcontextprotocol', `server-${name}`)
  const { version, bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const line = [process.execPath, join(home, Object.values(bin)[0]), ...args]
  const direct = await connect(line)
  const proxied = await connect([process.execPath, program, 'proxy', '--', ...line])
  // In turns, so that both meet the same machine. Every tenth call fails.
  const times = new Map([[direct, []], [proxied, []]])
  let failures = 0
  for (let call = 0; call < CALLS; call++) {
    for (const [session, list] of times) {
      const start = performance.now()
      const { error, result } = await session.request('tools/call', call % 10 === 9 ? bad : good)
      list.push(performance.now() - start)
      if (session === proxied && (error || result?.isError)) failures++
    }
  }
  await Promise.all([direct.close(), proxied.close()])
  const counts = counted()
  console.log(`${name} ${version}, ${CALLS} calls each: counted ${counts.calls}, failed ${counts.failures} (client: ${failures})`)
  for (const [label, list] of [['direct', times.get(direct)], ['proxy', times.get(proxied)]]) {
    list.sort((one, other) => one - other)
    const at = (share) => list[Math.floor(list.length * share)].toFixed(3)
    console.log(`  ${label.padEnd(7)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`)
  }
  rmSync(state, { recursive: true, force: true })
}

async function connect([command, ...args]) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    if (message.method === undefined) waiting.get(message.id)?.(message)
  })
  let last = 0
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const session = {
    request(method, params) {
      const id = ++last
      const response = new Promise((resolve) => waiting.set(id, resolve))
      send({ id, method, params })
      return response.finally(() => waiting.delete(id))
    },
    close() {
      child.stdin.end()
      return new Promise((resolve) => child.on('close', resolve))
    },
  }
  await session.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'measure', version: '1.0.0' },
  })
  send({ method: 'notifications/initialized' })
  return session
}

function counted() {
  const logs = readdirSync(state, { recursive: true }).filter((name) => String(name).endsWith('.log'))
  const lines = logs.flatMap((name) => readFileSync(join(state, String(name)), 'utf8').trim().split('\n'))
  return { calls: lines.length, failures: lines.filter((line) => line.startsWith('fail ')).length }
}
