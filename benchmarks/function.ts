// The function as a program: how long it takes to its first answer, what memory it holds after many, and what is deployed.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'
import { supabase } from '../scripts/supabase-cli.ts'
import { standInForManagementApi } from '../tests/deploy/management-api.ts'
import { fineCpuOf, residentMegabytes } from './cpu.ts'
import { FUNCTION, startDeno, statusOf } from './deno.ts'
import { Inspected } from './inspector.ts'
import { LoadGenerator, type Send } from './load.ts'
import { requestsOf } from './requests.ts'
import type { Context, Measured } from './results.ts'
import { figure, median, rounded } from './statistics.ts'

/** Milliseconds that the function may need over a bare Deno server. */
const START_OVER_BARE = 80
/** Megabytes after the first 100,000 requests, and what the next may add to them. */
const MEMORY = 160
const MEMORY_GROWTH = 0.05

/** Measures start, memory and size of the function, on the stack of the smallest size. */
export async function measureFunction(context: Context): Promise<Measured> {
  const [size] = context.sizes
  const stack = size && context.stacks[size]
  if (!stack) throw new Error('There is no stack to measure the function on.')
  const measured = [
    await measureStart(context, stack),
    await measureMemory(context, stack),
    await measureSize(context, stack),
  ]
  return {
    sections: measured.flatMap(({ sections }) => sections),
    targets: measured.flatMap(({ targets }) => targets),
  }
}

async function measureStart({ quick, log }: Context, stack: Stack): Promise<Measured> {
  const starts = quick ? 5 : 15
  const nothing = '/api/nothing'
  const programs = [
    { name: 'a bare Deno server', program: 'benchmarks/floors/hello.ts', path: nothing },
    { name: 'Hono alone', program: 'benchmarks/floors/hono.ts', path: nothing },
    { name: 'the function: a path that it does not know', program: FUNCTION, path: nothing },
    { name: 'the function: /api/health, which asks the database', program: FUNCTION, path: '/api/health' },
  ].map((program) => ({ ...program, times: [] as number[], cpu: [] as number[] }))
  // In turns; the first start of each only warms the disk and the cache of compiled code.
  for (let i = 0; i <= starts; i++) {
    for (const { program, path, times, cpu } of programs) {
      const server = await startDeno(stack, program)
      await statusOf(server.origin + path)
      if (i > 0) {
        times.push(performance.now() - server.begun)
        cpu.push(fineCpuOf(server.pid))
      }
      await server.stop()
    }
  }
  const medians = programs.map(({ times }) => median(times))
  const [bare = 0, , whole = 0] = medians
  for (const [i, { name, cpu }] of programs.entries())
    log(`start of ${name}: ${figure(medians[i] ?? null)} ms, of CPU ${figure(median(cpu))} ms`)
  return {
    sections: [
      {
        id: 'function-start',
        title: 'Start of the function',
        about: `Milliseconds from starting the process to the end of its first answer, with the stack’s own options, from a warm disk:
medians of ${starts} starts, in turns.`,
        columns: [
          { key: 'name', title: '' },
          { key: 'median', title: 'ms' },
          { key: 'least', title: 'least' },
          { key: 'most', title: 'most' },
          { key: 'over', title: 'over bare Deno' },
          { key: 'cpu', title: 'CPU ms' },
        ],
        rows: programs.map(({ name, times, cpu }, i) => ({
          name,
          median: rounded(medians[i] ?? null),
          least: rounded(Math.min(...times)),
          most: rounded(Math.max(...times)),
          over: rounded((medians[i] ?? 0) - bare),
          // Says the same when the machine has other work to do.
          cpu: cpu.every(Number.isFinite) ? rounded(median(cpu)) : null,
        })),
      },
    ],
    targets: [
      {
        what: 'start of the function to its first answer, over a bare Deno server',
        limit: `≤ ${START_OVER_BARE} ms`,
        measured: `${figure(whole - bare)} ms (${figure(whole)} and ${figure(bare)})`,
        met: whole - bare <= START_OVER_BARE,
      },
    ],
  }
}

async function measureMemory({ quick, log }: Context, stack: Stack): Promise<Measured> {
  const perHalf = quick ? 5_000 : 100_000
  const parts = 10
  const requests = await mixture(stack)
  const generator = await LoadGenerator.start()
  const server = await startDeno(stack, FUNCTION).catch(async (error) => {
    await generator.stop()
    throw error
  })
  try {
    const atStart = residentMegabytes(server.pid)
    const readings: number[] = []
    for (let part = 1; part <= 2 * parts; part++) {
      await generator.run({
        origin: server.origin,
        connections: 16,
        requests,
        count: perHalf / parts,
        counted: [404],
      })
      const memory = residentMegabytes(server.pid)
      readings.push(memory)
      log(`memory of the function after ${figure((part * perHalf) / parts)} requests: ${figure(memory)} MB`)
    }
    // A reading depends on how far the collector is: of three.
    const [first, second] = [parts, 2 * parts].map((end) => median(readings.slice(end - 3, end))) as [
      number,
      number,
    ]
    const growth = second / first - 1
    return {
      sections: [
        {
          id: 'function-memory',
          title: 'Memory of the function',
          about: `Resident memory of the Deno process in megabytes, under a load of 16 connections: lists of 10, pages, paths that it does
not know, and a rating in every twenty. Each is the median of the last three readings of ten.`,
          columns: [
            { key: 'requests', title: 'requests' },
            { key: 'memory', title: 'MB' },
          ],
          rows: [
            { requests: 0, memory: rounded(atStart) },
            { requests: perHalf, memory: rounded(first) },
            { requests: 2 * perHalf, memory: rounded(second) },
          ],
        },
      ],
      targets: [
        {
          what: `resident memory of the function after ${figure(perHalf)} requests`,
          limit: `≤ ${MEMORY} MB`,
          measured: `${figure(first)} MB`,
          met: first <= MEMORY,
        },
        {
          what: `growth of its memory over the next ${figure(perHalf)}`,
          limit: `≤ ${MEMORY_GROWTH * 100} %`,
          measured: `${figure(growth * 100)} %`,
          met: growth <= MEMORY_GROWTH,
        },
      ],
    }
  } finally {
    await Promise.all([generator.stop(), server.stop()])
  }
}

/** Twenty requests, of which one is a rating, over and over with other pages and ratings. */
async function mixture(stack: Stack): Promise<Send[]> {
  const requests = await requestsOf(stack)
  const [list] = requests['list of 10'] as [Send]
  const unknown: Send = { method: 'GET', path: '/api/nothing' }
  return requests.rating.slice(0, 500).flatMap((rating, i) => [
    rating,
    ...Array.from({ length: 19 }, (_, k) => {
      if (k % 4 === 3) return unknown
      return k % 2 === 0 ? list : (requests.page[(i + k) % requests.page.length] as Send)
    }),
  ])
}

async function measureSize({ log }: Context, stack: Stack): Promise<Measured> {
  const folder = join(projectDir, 'functions', 'api')
  const own = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  const uploaded = await upload()
  const packages = await packagesLoaded(stack)
  const rows = [
    { name: 'files of functions/api', files: own.length, kilobytes: kilobytes(own) },
    {
      name: 'what `supabase functions deploy --use-api` uploads',
      files: uploaded.length,
      kilobytes: kilobytes(uploaded),
    },
    ...[...packages].map(([name, lengths]) => ({
      name: `${name}, as loaded for a first answer`,
      files: lengths.length,
      kilobytes: kilobytes(lengths),
    })),
  ]
  for (const { name, files, kilobytes } of rows) log(`${name}: ${files} files, ${kilobytes} kB`)
  return {
    sections: [
      {
        id: 'function-size',
        title: 'Size of what is deployed',
        about: `Thousands of bytes. The platform takes the packages from npm by the versions in deno.json; listed is what of them a
process has loaded when it has answered its first request.`,
        columns: [
          { key: 'name', title: '' },
          { key: 'files', title: 'files' },
          { key: 'kilobytes', title: 'kB' },
        ],
        rows,
      },
    ],
    targets: [],
  }
}

function kilobytes(lengths: number[]): number {
  return Math.round(lengths.reduce((sum, length) => sum + length, 0) / 100) / 10
}

/** The length of each file that a deployment sends, to a stand-in for the platform. */
async function upload(): Promise<number[]> {
  const managementApi = await standInForManagementApi()
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-upload-'))
  try {
    const { url } = managementApi
    const profile = join(folder, 'profile.yaml')
    writeFileSync(
      profile,
      JSON.stringify({ name: 'stand-in', api_url: url, dashboard_url: url, project_host: 'localhost' }),
    )
    const args = ['functions', 'deploy', 'api', '--use-api', '--remote=abcdefghijklmnopqrst', '--yes']
    const env = { SUPABASE_PROFILE: profile, SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}` }
    const { status, stdout, stderr } = await supabase(args, env)
    const [first] = managementApi.uploads
    if (status !== 0 || !first) throw new Error(`Nothing was uploaded: ${stderr}${stdout}`)
    return [...first.files.values()].map((text) => Buffer.byteLength(text))
  } finally {
    await managementApi.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The lengths of the scripts that each npm package has loaded when the function has given an answer from the database. */
async function packagesLoaded(stack: Stack): Promise<Map<string, number[]>> {
  const inspected = await Inspected.start(stack, FUNCTION)
  try {
    await inspected.send('Debugger.enable')
    await inspected.go()
    await statusOf(`${await inspected.origin()}/api/health`)
    const packages = new Map<string, number[]>()
    for (const { url, length } of inspected.scripts) {
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
      if (name) packages.set(name, [...(packages.get(name) ?? []), length])
    }
    return packages
  } finally {
    await inspected.stop()
  }
}
