// The function as a Deno process: CPU time of a list, memory, and the time from its start to its first response.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'
import { cpuOf, residentMegabytes } from './cpu.ts'
import { FUNCTION, startDeno, statusOf } from './deno.ts'
import { sendLoad } from './load.ts'
import { atMost, type Measured } from './report.ts'
import { median, ratio } from './statistics.ts'

const LIST = '/api/skills?limit=10'
const CONNECTIONS = 4

/** A working tree whose function is measured. */
export type Tree = { name: string; folder: string }

type Options = { quick: boolean; log(line: string): void; signal: AbortSignal }

/** Measures the function of each tree by turns, on the stack of this one. */
export async function measureFunction(stack: Stack, trees: Tree[], options: Options): Promise<Measured> {
  const cpu = await measureCpu(stack, trees, options)
  const starts = await measureStarts(stack, trees, options.quick ? 5 : 15)
  const here = cpu.at(-1)
  const columns = [...trees.map(({ name }) => name), `${trees.at(-1)?.name} / ${trees[0]?.name}`]
  const row = (name: string, values: (number | null)[]) => [
    ...[name, ...values, trees.length > 1 ? ratio(values.at(-1), values[0]) : null],
  ]
  return {
    sections: [
      {
        title: 'The function',
        about: `Its Deno process in front of a Data API that responds at once from memory, ${CONNECTIONS} connections: medians of turns.
CPU time in milliseconds, memory in megabytes. A start ends with the first response, a 404 that needs no database.`,
        columns: ['', ...columns],
        rows: [
          row(
            'CPU for a list of 10',
            cpu.map(({ milliseconds }) => milliseconds),
          ),
          row(
            'memory after these lists',
            cpu.map(({ memory }) => memory),
          ),
          row(
            'start',
            starts.functions.map(({ time }) => time),
          ),
          row(
            'CPU of a start',
            starts.functions.map(({ cpu }) => cpu),
          ),
          row(
            'start of a bare Deno server',
            trees.map(() => starts.bare),
          ),
        ],
      },
    ],
    limits: [
      atMost('CPU of the function for a list of 10', 0.25, here?.milliseconds ?? null, ' ms'),
      atMost('memory of the function', 160, here?.memory ?? null, ' MB'),
      atMost(
        'start of the function, more than a bare Deno server',
        80,
        (starts.functions.at(-1)?.time ?? 0) - starts.bare,
        ' ms',
      ),
    ],
  }
}

async function measureCpu(stack: Stack, trees: Tree[], { quick, log, signal }: Options) {
  const [turns, amount] = quick ? [2, 1_000] : [8, 4_000]
  const dataApi = await cachingProxy(stack.internal.dataApiUrl)
  const servers = []
  try {
    for (const { name, folder } of trees) {
      const server = await startDeno(stack, FUNCTION, { SUPABASE_URL: dataApi.url }, folder)
      servers.push({ name, server, cpu: [] as number[] })
    }
    for (let turn = 0; turn <= turns; turn++) {
      for (const { name, server, cpu } of turn % 2 ? servers.toReversed() : servers) {
        signal.throwIfAborted()
        const before = cpuOf(server.pid)
        await sendLoad({ url: server.origin + LIST, connections: CONNECTIONS, amount })
        if (turn === 0) continue
        cpu.push((cpuOf(server.pid) - before) / amount)
        log(`${name}: ${cpu.at(-1)?.toFixed(3)} ms of CPU for a list of 10`)
      }
    }
    return servers.map(({ server, cpu }) => ({
      milliseconds: median(cpu),
      memory: residentMegabytes(server.pid),
    }))
  } finally {
    for (const { server } of servers) await server.stop()
    dataApi.close()
  }
}

/** A Data API that forwards each call once and answers repetitions from memory. */
async function cachingProxy(target: string): Promise<{ url: string; close(): void }> {
  type Kept = { status: number; type: string; body: Buffer }
  const kept = new Map<string, Promise<Kept>>()
  const forward = async (path: string, method: string, headers: HeadersInit, body: Buffer): Promise<Kept> => {
    const response = await fetch(target + path, {
      method,
      headers,
      ...(method === 'POST' && { body: new Uint8Array(body) }),
    })
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) }
  }
  const server = createServer(async (request, response) => {
    const { url = '/', method = 'GET', headers } = request
    const body = await buffer(request)
    const name = `${method} ${url} ${body}`
    const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers
    if (!kept.has(name)) kept.set(name, forward(url, method, others as HeadersInit, body))
    const { status, type, body: answer } = (await kept.get(name)) as Kept
    response.writeHead(status, { 'content-type': type, 'content-length': answer.length }).end(answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The time to the first response, by turns. The first start of each only fills the caches. */
export async function measureStarts(stack: Stack, trees: Tree[], starts: number) {
  const bare = {
    program: 'benchmarks/floors/hello.ts',
    folder: projectDir,
    times: [] as number[],
    cpu: [] as number[],
  }
  const functions = trees.map(({ folder }) => ({
    ...bare,
    program: FUNCTION,
    folder,
    times: [] as number[],
    cpu: [] as number[],
  }))
  for (let turn = 0; turn <= starts; turn++) {
    const order = [bare, ...functions]
    for (const { program, folder, times, cpu } of turn % 2 ? order.toReversed() : order) {
      const server = await startDeno(stack, program, {}, folder)
      const status = await statusOf(`${server.origin}/api/nothing`)
      const time = performance.now() - server.begun
      const used = cpuOf(server.pid)
      await server.stop()
      if (program === FUNCTION && status !== 404)
        throw new Error(`The function in ${folder} answered ${status}, not 404.`)
      if (turn === 0) continue
      times.push(time)
      cpu.push(used)
    }
  }
  return {
    bare: median(bare.times),
    functions: functions.map(({ times, cpu }) => ({ time: median(times), cpu: median(cpu) })),
  }
}
