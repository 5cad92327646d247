// The function as a Deno process: CPU time of a list, memory, and the time from its start to its first response.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Stack } from '../local/stack/stack.ts'
import { cpuOf, residentMegabytes } from './cpu.ts'
import { type DenoServer, startDeno } from './deno.ts'
import { interleave } from './interleave.ts'
import { sendLoad } from './load.ts'
import { atMost, type Measured, ratioOf, ratioTitle } from './report.ts'
import { median } from './statistics.ts'

const LIST = '/api/skills?limit=10'
const CONNECTIONS = 4

/** A working tree whose function is measured. */
export type Tree = { name: string; folder: string }

type Options = { quick: boolean; log(line: string): void; signal: AbortSignal }

/** Measures the function of each tree by turns, on the stack of this one. */
export async function measureFunction(stack: Stack, trees: Tree[], options: Options): Promise<Measured> {
  const cpu = await measureCpu(stack, trees, options)
  const starts = await measureStarts(stack, trees, options)
  const columns = [...trees.map(({ name }) => name), ratioTitle(trees)]
  const row = (name: string, values: (number | null)[]) => [name, ...values, ratioOf(values)]
  const list = cpu.map(({ milliseconds }) => milliseconds)
  const memory = cpu.map(({ memory }) => memory)
  const [start, startCpu] = [starts.map(({ time }) => time), starts.map(({ cpu }) => cpu)]
  return {
    sections: [
      {
        title: 'The function',
        about: `Its Deno process in front of a Data API that responds at once from memory, ${CONNECTIONS} connections: medians of turns.
CPU time in milliseconds, memory in megabytes. A start ends with the first response, a 404 that needs no database.`,
        columns: ['', ...columns],
        rows: [
          row('CPU for a list of 10', list),
          row('memory after these lists', memory),
          row('start', start),
          row('CPU of a start', startCpu),
        ],
      },
    ],
    limits: [
      atMost('CPU of the function for a list of 10', 0.25, list.at(-1) ?? null, ' ms'),
      atMost('memory of the function', 160, memory.at(-1) ?? null, ' MB'),
    ],
  }
}

async function measureCpu(stack: Stack, trees: Tree[], { quick, log, signal }: Options) {
  const [turns, amount] = quick ? [2, 1_000] : [8, 4_000]
  const dataApi = await dataApiInMemory(stack)
  const servers: DenoServer[] = []
  try {
    for (const { folder } of trees)
      servers.push(await startDeno(stack, { SUPABASE_URL: dataApi.url }, folder))
    const times = await interleave(servers, turns, signal, async ({ origin, pid }, i) => {
      const before = cpuOf(pid)
      await sendLoad({ url: origin + LIST, connections: CONNECTIONS, amount })
      const milliseconds = (cpuOf(pid) - before) / amount
      log(`${trees[i]?.name}: ${milliseconds.toFixed(3)} ms of CPU for a list of 10`)
      return milliseconds
    })
    return servers.map(({ pid }, i) => ({
      milliseconds: median(times[i] ?? []),
      memory: residentMegabytes(pid),
    }))
  } finally {
    for (const server of servers) await server.stop()
    dataApi.close()
  }
}

/** A Data API that answers every call from memory like the stack's own answers the first page. */
async function dataApiInMemory({ internal, publishableKey }: Stack): Promise<{ url: string; close(): void }> {
  const headers = { apikey: publishableKey, 'content-type': 'application/json' }
  const call = { method: 'POST', headers, body: '{"p_limit": 10}' }
  const answer = await fetch(`${internal.dataApiUrl}/rest/v1/rpc/list_skills`, call)
  const body = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') ?? ''
  const server = createServer(async (request, response) => {
    await buffer(request)
    response.writeHead(answer.status, { 'content-type': type, 'content-length': body.length }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The time to the first response of the function of each tree. The first starts only fill the caches. */
async function measureStarts(stack: Stack, trees: Tree[], { quick, signal }: Options) {
  const starts = await interleave(trees, quick ? 5 : 30, signal, async ({ folder }) => {
    const server = await startDeno(stack, {}, folder)
    const { status } = await fetch(`${server.origin}/api/nothing`)
    const measured = { time: performance.now() - server.begun, cpu: cpuOf(server.pid) }
    await server.stop()
    if (status !== 404) throw new Error(`The function in ${folder} answered ${status}, not 404.`)
    return measured
  })
  return starts.map((all) => ({
    time: median(all.map(({ time }) => time)),
    cpu: median(all.map(({ cpu }) => cpu)),
  }))
}
