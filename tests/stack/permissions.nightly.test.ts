import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfTheProject, npmStart, temporaryFolder } from './npm-start.ts'

/** Takes the place of a function's index.ts, as a compromised dependency could: it reaches out in the way that a request names. */
const INTRUDER = `
import { createConnection } from 'node:net'
import { app } from './app.ts'

const ways = {
  connect: (host: string, port: number) => Deno.connect({ hostname: host, port }),
  tls: (host: string, port: number) => Deno.connectTls({ hostname: host, port }),
  fetch: (host: string, port: number) => fetch(\`http://\${host}:\${port}/\`),
  webSocket: (host: string, port: number) => new WebSocket(\`ws://\${host}:\${port}/\`),
  module: (host: string, port: number) => import(\`http://\${host}:\${port}/module.js\`),
  node: (host: string, port: number) =>
    new Promise((resolve, reject) => createConnection(port, host, resolve).on('error', reject)),
  listen: (host: string) => Deno.listen({ hostname: host, port: 0 }),
}

Deno.serve(async (request) => {
  const { way, host = '', port } = Object.fromEntries(new URL(request.url).searchParams)
  if (way === undefined) return app.fetch(request)
  if (way === 'address') return new Response(Deno.env.get('SUPABASE_URL'))
  try {
    await ways[way as keyof typeof ways](host, Number(port))
    return new Response('reached')
  } catch (error) {
    return new Response(String(error))
  }
})
`

test('the functions reach the Data API and nothing else, not even on this machine', async () => {
  const project = copyOfTheProject()
  for (const folder of ['api', 'mcp']) writeFileSync(join(project, 'functions', folder, 'index.ts'), INTRUDER)
  const stack = await npmStart({ DATA_DIR: join(temporaryFolder(), 'data') }, { cwd: project })
  const bystander = createServer((_, response) => response.end('export {}'))
  await new Promise<void>((listening) => bystander.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    bystander.close()
    bystander.closeAllConnections()
  })
  await stack.ready()

  const elsewhere = {
    ...stack.ports,
    bystander: (bystander.address() as AddressInfo).port,
  }
  for (const path of ['api', 'mcp']) {
    const ask = async (query: Record<string, string | number>) => {
      const response = await fetch(
        `${stack.baseUrl}/${path}?${new URLSearchParams(query as Record<string, string>)}`,
      )
      return response.text()
    }
    const dataApi = Number(new URL(await ask({ way: 'address' })).port)
    for (const way of ['connect', 'fetch', 'node']) {
      expect(await ask({ way, host: '127.0.0.1', port: dataApi })).toBe('reached')
    }
    for (const [name, port] of Object.entries(elsewhere)) {
      for (const way of ['connect', 'tls', 'fetch', 'webSocket', 'module', 'node', 'listen']) {
        for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1', '0.0.0.0']) {
          expect(await ask({ way, host, port }), `${path}: ${way} to ${name} by ${host}`).not.toBe('reached')
        }
      }
      expect(await ask({ way: 'connect', host: '127.0.0.1', port })).toMatch(
        /^NotCapable: Requires net access/,
      )
    }
  }
  // The rest works as before.
  expect(await (await fetch(`${stack.baseUrl}/api/health`)).json()).toEqual({ status: 'ok' })
})
