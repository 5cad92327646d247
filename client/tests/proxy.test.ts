import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readProxyCounts } from '../src/observe/counts.ts'
import { fileOfDay } from '../src/observe/files.ts'
import { CallLog } from '../src/proxy/call-log.ts'
import { CallCounter, type Outcome } from '../src/proxy/calls.ts'
import { lineReader, MAX_LINE } from '../src/proxy/lines.ts'
import { filesIn, type Home, newHome, PROGRAM, recordingServer, run } from './support.ts'

/** Answers each call: `bad` with a result that is an error, `err` with an error, `mute` not at all, `die` by ending. */
const SERVER = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  let message
  try { message = JSON.parse(line) } catch { return }
  for (const { id, method, params } of [message].flat()) {
    if (method !== 'tools/call' || params.name === 'mute') continue
    if (params.name === 'die') process.exit(5)
    const result = params.name === 'err' ? { error: { code: -32000, message: 'x' } } : { result: { isError: params.name === 'bad' } }
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...result }))
  }
})`

const call = (id: unknown, name: unknown) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: { secret: 'hush' } },
  })

const calls = (home: Home) => join(home.folder, '.local', 'state', 'skill-rating', 'calls')

function start(home: Home, command: string[]) {
  const env = { PATH: process.env.PATH ?? '', HOME: home.folder }
  return spawn(process.execPath, [PROGRAM, 'proxy', '--', ...command], { env, cwd: home.folder })
}

/** What is counted of these lines: texts are from the client, objects from the server, and bytes as well. */
function count(...lines: (string | object)[]): string[] {
  const counted: string[] = []
  const counter = new CallCounter((outcome: Outcome, tool) => counted.push(`${outcome} ${tool}`))
  for (const line of lines) {
    if (typeof line === 'string') counter.fromClient(Buffer.from(line))
    else counter.fromServer(Buffer.isBuffer(line) ? line : Buffer.from(JSON.stringify(line)))
  }
  return counted
}

const done = (id: unknown) => ({ id, result: {} })
const failed = (id: unknown) => ({ id, error: {} })
const cancel = JSON.stringify({ method: 'notifications/cancelled', params: { requestId: 1 } })

test.each<[what: string, lines: (string | object)[], expected: string[]]>([
  ['a result', [call(1, 'a'), done(1)], ['ok a']],
  ['an error', [call('1', 'a'), failed('1')], ['fail a']],
  ['a result that is an error', [call(1, 'a'), { id: 1, result: { isError: true } }], ['fail a']],
  ['ids of other types', [call(1, 'a'), done('1')], []],
  ['a request of the server with the same id', [call(1, 'a'), { id: 1, method: 'ping' }], []],
  ['a batch', [`[${call(1, 'a')},${call(2, 'b')}]`, [done(2), failed(1)]], ['ok b', 'fail a']],
  ['an escaped slash', [call(1, 'a').replace('tools/call', 'tools\\/call'), done(1)], ['ok a']],
  ['a notification', [JSON.stringify({ method: 'tools/call', params: { name: 'a' } }), done(null)], []],
  ['a cancelled call', [call(1, 'a'), cancel, done(1)], []],
  ['a response without a call', [done(1)], []],
  ['a result with an error that is null', [call(1, 'a'), { id: 1, result: {}, error: null }], ['ok a']],
  [
    'a type of a result before there were any',
    [call(1, 'a'), { id: 1, result: { resultType: 'x' } }],
    ['ok a'],
  ],
  ['a task before there were any', [call(1, 'a'), { id: 1, result: { task: { taskId: 'x' } } }], ['ok a']],
  ['a name that is no name', [call(1, 'a\nok b c'), done(1)], ['ok -']],
  ['a name that is not text', [call(1, { a: 1 }), done(1)], ['ok -']],
  ['an id that is used twice', [call(1, 'a'), call(1, 'b'), done(1)], ['unread b', 'ok a']],
  ['no JSON', ['{', 'null', '[null, 1]', Buffer.from('}'), ''], []],
])('counts %s', (_, lines, expected) => {
  expect(count(...lines)).toEqual(expected)
})

/** The messages of a handshake, with the revision that the client asks for, and the one that the server names. */
const handshake = (asked: string, named = asked): (string | object)[] => [
  JSON.stringify({ id: 0, method: 'initialize', params: { protocolVersion: asked } }),
  { id: 0, result: { protocolVersion: named } },
]
/** A call in a revision without a handshake. */
const callIn = (version: string) => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': version }
  return JSON.stringify({ id: 1, method: 'tools/call', params: { name: 'a', _meta } })
}
const asTask = JSON.stringify({ id: 1, method: 'tools/call', params: { name: 'a', task: { ttl: 1 } } })
const type = (resultType: unknown, more = {}) => ({ id: 1, result: { resultType, ...more } })
const task = { id: 1, result: { task: { taskId: 'x' } } }

test.each<[what: string, lines: (string | object)[], expected: string[]]>([
  ['a question', [callIn('2026-07-28'), type('input_required')], []],
  ['a complete result', [callIn('2026-07-28'), type('complete')], ['ok a']],
  ['a task without a handshake', [callIn('2026-07-28'), type('task')], []],
  ['an unknown type', [callIn('2026-07-28'), type('x')], ['fail a']],
  [
    'a question that is an error',
    [callIn('2026-07-28'), type('input_required', { isError: true })],
    ['fail a'],
  ],
  [
    'an error beside a question',
    [callIn('2026-07-28'), { ...type('input_required'), error: {} }],
    ['fail a'],
  ],
  ['a question in an earlier revision', [callIn('2025-11-25'), type('input_required')], ['ok a']],
  ['a task that was asked for', [...handshake('2025-11-25'), asTask, task], []],
  [
    'a task that is an error',
    [...handshake('2025-11-25'), asTask, { id: 1, result: { ...task.result, isError: true } }],
    ['fail a'],
  ],
  ['a task that nobody asked for', [...handshake('2025-11-25'), call(1, 'a'), task], ['ok a']],
  ['a task in an earlier revision', [...handshake('2025-11-25', '2025-06-18'), asTask, task], ['ok a']],
  [
    'a revision that the client did not ask for',
    [...handshake('2025-06-18', '2026-07-28'), call(1, 'a'), type('x')],
    ['ok a'],
  ],
])('counts by the revision that was negotiated: %s', (_, lines, expected) => {
  expect(count(...lines)).toEqual(expected)
})

test('follows at most 10,000 calls at once', () => {
  expect(count(...Array.from({ length: 10_001 }, (_, id) => call(id, 'a')))).toEqual(['unread a'])
})

const MANY = 'x'.repeat(2_000)

/** What is counted of the calls 1 (`a`) and "2" (`b`), then of a line that is too long, and then of the end of the server. */
function countTooLong(from: 'tooLongFromClient' | 'tooLongFromServer', line: string): string[] {
  const counted: string[] = []
  const counter = new CallCounter((outcome: Outcome, tool) => counted.push(`${outcome} ${tool}`))
  for (const [id, tool] of [[1, 'a'] as const, ['2', 'b'] as const])
    counter.fromClient(Buffer.from(call(id, tool)))
  const bytes = Buffer.from(line)
  counter[from](bytes.subarray(0, 1_024), bytes.subarray(-1_024))
  counter.fromServer(Buffer.from(JSON.stringify(done(3))))
  counter.serverEnded()
  return counted
}

test.each<[what: string, line: string, expected: string[]]>([
  [
    'a response with its id first',
    `{"jsonrpc":"2.0","id":1,"result":{"x":"${MANY}"}}`,
    ['unread a', 'fail b'],
  ],
  [
    'a response with its id last',
    ` { "result": {"id":1,"x":"${MANY}"}, "jsonrpc": "2.0", "id": "2" }\r`,
    ['unread b', 'fail a'],
  ],
  ['a response to another request', `{"id":7,"jsonrpc":"2.0","result":"${MANY}"}`, ['fail a', 'fail b']],
  [
    'a notification',
    `{"method":"notifications/message","params":{"data":"${MANY}"},"jsonrpc":"2.0"}`,
    ['fail a', 'fail b'],
  ],
  [
    'a request of the server with the id of a call',
    `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":"${MANY}"}`,
    ['fail a', 'fail b'],
  ],
  ['a batch', `[{"jsonrpc":"2.0","id":1,"result":"${MANY}"}]`, ['unread -', 'unread a', 'unread b']],
  [
    'a response with its id in the middle',
    `{"result":"${MANY}","id":1,"x":"${MANY}"}`,
    ['unread -', 'unread a', 'unread b'],
  ],
  ['an id that is not JSON', `{"id":01,"result":"${MANY}"}`, ['unread -', 'unread a', 'unread b']],
  ['no JSON', MANY, ['unread -', 'unread a', 'unread b']],
])('of a line of the server that is too long, counts %s', (_, line, expected) => {
  expect(countTooLong('tooLongFromServer', line)).toEqual(expected)
})

test.each<[what: string, line: string, expected: string[]]>([
  [
    'a call',
    `{"method":"tools/call","params":{"x":"${MANY}"},"jsonrpc":"2.0","id":3}`,
    ['ok -', 'fail a', 'fail b'],
  ],
  [
    'a call with its id in the middle',
    `{"method":"tools/call","id":3,"params":"${MANY}"}`,
    ['unread -', 'fail a', 'fail b'],
  ],
  ['another request', `{"id":3,"method":"resources/read","params":"${MANY}"}`, ['fail a', 'fail b']],
  ['a response', `{"id":1,"result":"${MANY}"}`, ['fail a', 'fail b']],
  ['a batch', `[${MANY}`, ['unread -', 'fail a', 'fail b']],
])('of a line of the client that is too long, counts %s', (_, line, expected) => {
  expect(countTooLong('tooLongFromClient', line)).toEqual(expected)
})

test.each([1, 7, 65_536])('reads lines from chunks of %i bytes, and none that is too long', (size) => {
  const lines: string[] = []
  const read = lineReader({
    onLine: (line) => lines.push(line.toString()),
    onTooLong: (head, tail) => lines.push(`${head.subarray(0, 5)}…${tail.subarray(-5)}`),
  })
  const longest = 'x'.repeat(size === 1 ? 1_000 : MAX_LINE)
  const text = `a\n\r\n${longest}\n${size === 1 ? '' : `start${longest}end`}\nü\nrest`
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
  expect(lines).toEqual(['a', '\r', longest, size === 1 ? '' : 'start…xxend', 'ü'])
})

test('counts calls by tool for the identifier of the command, and nothing else', async () => {
  const home = newHome()
  home.write('bin/npx', `#!${process.execPath}\n${SERVER}`)
  const names = ['read', 'read', 'bad', 'err', 'read', 'die']
  const input = `not JSON\n${names.map((name, id) => call(id, name)).join('\n')}\n`
  const env = { PATH: `${join(home.folder, 'bin')}:${process.env.PATH}` }
  chmodSync(join(home.folder, 'bin', 'npx'), 0o755)
  const command = ['npx', '-y', '@acme/notes@1.2.3', '--key', 'hush']
  const child = spawn(process.execPath, [PROGRAM, 'proxy', '--', ...command], {
    env: { ...env, HOME: home.folder },
    cwd: home.folder,
  })
  // The client does not end first.
  child.stdin.write(input)
  const [output] = await Promise.all([buffer(child.stdout), once(child, 'close')])
  expect([child.exitCode, output.toString().trim().split('\n').length]).toEqual([5, 5])
  const counted = readProxyCounts(calls(home)).get('pkg:npm/%40acme/notes')
  expect(counted).toMatchObject({ calls: 6, failures: 3, unread: 0 })
  expect(counted?.versions.get('1.2.3')).toEqual({ calls: 6, failures: 3 })
  expect(counted?.tools.get('read')).toEqual({ calls: 3, failures: 0 })
  expect([...filesIn(calls(home)).values()].join()).not.toContain('hush')
  // The doctor reads the same command behind the proxy.
  home.write('project/.mcp.json', {
    mcpServers: { notes: { command: 'skill-rating', args: ['proxy', '--', ...command] } },
  })
  const server = await recordingServer()
  const found = await run(['doctor', '--yes', '--json'], { home, env: { SKILL_RATING_URL: server.url } })
  expect(JSON.parse(found.stdout).skills).toMatchObject([
    {
      identifier: 'pkg:npm/%40acme/notes',
      version: '1.2.3',
      observed_calls: 6,
      observed_failures: 3,
      observed_unread: 0,
    },
  ])
})

test('loses no call of ten at once', async () => {
  const home = newHome()
  const input = `${Array.from({ length: 200 }, (_, id) => call(id, 'read')).join('\n')}\n`
  const runs = Array.from({ length: 10 }, () =>
    run(['proxy', '--', process.execPath, '-e', SERVER], { home, input }),
  )
  expect((await Promise.all(runs)).map(({ status }) => status)).toEqual(Array(10).fill(0))
  expect(readProxyCounts(calls(home)).get('-')).toMatchObject({ calls: 2_000, failures: 0 })
})

test('passes on all bytes, of any form and length', async () => {
  const bytes = Buffer.concat([
    Buffer.from([0, 255, 10, 13, 10, 10, 0xc3]),
    Buffer.alloc(2 * MAX_LINE, '['),
    Buffer.from('\n{"jsonrpc"'),
    Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256)),
  ])
  const child = start(newHome(), ['cat'])
  child.stdin.end(bytes)
  expect((await buffer(child.stdout)).equals(bytes)).toBe(true)
})

test('makes a server wait whose client does not read, and reports to it that the client is gone', async () => {
  const child = start(newHome(), ['sh', '-c', 'head -c 50000000 /dev/zero && echo all >&2'])
  const errors = buffer(child.stderr)
  await once(child.stdout, 'readable')
  child.stdout.destroy()
  await once(child, 'exit')
  expect((await errors).toString()).not.toContain('all')
})

test.each([
  ['exit 7', [7, null]],
  ['kill -KILL $$', [null, 'SIGKILL']],
  ['kill -SEGV $$', [null, 'SIGSEGV']],
  ['sleep 30 & exit 3', [3, null]],
  ['exec 1>&-; sleep 0.2; exit 4', [4, null]],
])('ends as the server does: %s', async (script, expected) => {
  const child = start(newHome(), ['sh', '-c', `ulimit -c 0; ${script}`])
  child.stdout.resume()
  child.stderr.resume()
  expect(await once(child, 'exit')).toEqual(expected)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes on %s', async (signal) => {
  const trap = `trap 'exit 9' TERM INT HUP; echo ready; while :; do sleep 0.05; done`
  const child = start(newHome(), ['sh', '-c', trap])
  await once(child.stdout, 'data')
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([9, null])
})

test('ends the server when the client closes its input, and does not count what was pending', async () => {
  const home = newHome()
  const { status } = await run(['proxy', '--', process.execPath, '-e', SERVER], {
    home,
    input: `${call(1, 'mute')}\n`,
  })
  expect([status, readProxyCounts(calls(home)).size]).toEqual([0, 0])
})

test('says that a command cannot be started, and that dashes are missing', async () => {
  const home = newHome()
  expect(await run(['proxy', '--', '/nowhere/x'], { home })).toMatchObject({
    status: 127,
    stderr: expect.stringContaining('cannot be started'),
  })
  expect(await run(['proxy', 'npx', '-y', 'x'], { home })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('`--`'),
  })
})

test('works without a place for the counts', async () => {
  const home = newHome()
  home.write('.local/state/skill-rating', 'a file')
  const options = { home, input: `${call(1, 'read')}\n` }
  expect(await run(['proxy', '--', process.execPath, '-e', SERVER], options)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('"id":1'),
    stderr: expect.stringMatching(/^skill-rating: calls .* \((EEXIST|ENOTDIR)\)\.\n$/),
  })
})

test('says once that counts are missing when the disk is full, and counts again when it is not', async () => {
  const home = newHome()
  const folder = calls(home)
  const text: string[] = []
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('HOME', home.folder).stubEnv('XDG_STATE_HOME', '')
  home.write(join('.local/state/skill-rating', 'x'), '')
  // A write to this device fails as that to a full disk does.
  const path = fileOfDay('proxy')
  mkdirSync(folder)
  symlinkSync('/dev/full', path)
  const log = new CallLog((reason) => text.push(reason))
  log.write('ok a b\n')
  log.write('ok a b\n')
  await log.close()
  await vi.waitFor(() => expect(text).toEqual(['ENOSPC']))
  rmSync(path)
  log.write('ok a c\n')
  await log.close()
  expect(text).toEqual(['ENOSPC'])
  expect(readProxyCounts(folder).get('a')).toMatchObject({ calls: 1 })
})

test('doctor shows what was counted for the server behind the proxy', async () => {
  const home = newHome()
  const args = ['proxy', '--', 'npx', '-y', 'notes-mcp@1.2.3']
  home.write('.cursor/mcp.json', { mcpServers: { notes: { command: 'skill-rating', args } } })
  home.write('.claude.json', { mcpServers: { plain: { command: 'npx', args: ['-y', 'notes-mcp'] } } })
  const lines = [
    'ok pkg:npm/notes-mcp read',
    'fail pkg:npm/notes-mcp write',
    'unread pkg:npm/notes-mcp -',
    'x',
    'ok pkg:npm/notes-mcp',
  ]
  home.write('.local/state/skill-rating/calls/proxy-2026-11-25.log', lines.join('\n'))
  const { url } = await recordingServer()
  const env = { SKILL_RATING_URL: url }
  const { stdout } = await run(['doctor', '--yes'], { home, env })
  expect(stdout).toContain('notes: 2 calls counted, 1 failed: write 1 of 1.')
  expect(stdout).toContain('notes: 1 message too long to be read, and not counted.')
  expect(stdout).not.toContain('plain: 2 calls')
  const found = JSON.parse((await run(['doctor', '--yes', '--json'], { home, env })).stdout)
  expect(found.skills.find(({ name }: { name: string }) => name === 'notes')).toMatchObject({
    observed_calls: 2,
    observed_failures: 1,
    observed_unread: 1,
    observed_tools: [
      { tool: 'read', calls: 1, failures: 0 },
      { tool: 'write', calls: 1, failures: 1 },
    ],
  })
})
