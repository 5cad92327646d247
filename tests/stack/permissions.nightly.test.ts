import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfTheProject, npmStart, temporaryFolder } from './npm-start.ts'

/** Replaces index.ts and connects as a request says, like a compromised dependency. */
const compromisedFunction = `
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

test('the edge functions can connect only to the Data API', async () => {
  const project = copyOfTheProject()
  for (const folder of ['api', 'mcp'])
    writeFileSync(join(project, 'functions', folder, 'index.ts'), compromisedFunction)
  const stack = await npmStart({ DATA_DIR: join(temporaryFolder(), 'data') }, { cwd: project })
  const otherServer = createServer((_, response) => response.end('export {}'))
  await new Promise<void>((listening) => otherServer.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    otherServer.close()
    otherServer.closeAllConnections()
  })
  await stack.ready()

  const elsewhere = {
    ...stack.ports,
    otherServer: (otherServer.address() as AddressInfo).port,
  }
  for (const path of ['api', 'mcp']) {
    const attempt = async (query: Record<string, string | number>) => {
      const response = await fetch(
        `${stack.baseUrl}/${path}?${new URLSearchParams(query as Record<string, string>)}`,
      )
      return response.text()
    }
    const dataApi = Number(new URL(await attempt({ way: 'address' })).port)
    for (const way of ['connect', 'fetch', 'node']) {
      expect(await attempt({ way, host: '127.0.0.1', port: dataApi })).toBe('reached')
    }
    for (const [name, port] of Object.entries(elsewhere)) {
      for (const way of ['connect', 'tls', 'fetch', 'webSocket', 'module', 'node', 'listen']) {
        for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1', '0.0.0.0']) {
          expect(await attempt({ way, host, port }), `${path}: ${way} to ${name} by ${host}`).not.toBe(
            'reached',
          )
        }
      }
      expect(await attempt({ way: 'connect', host: '127.0.0.1', port })).toMatch(
        /^NotCapable: Requires net access/,
      )
    }
  }
  // Normal requests still work.
  expect(await (await fetch(`${stack.baseUrl}/api/health`)).json()).toEqual({ status: 'ok' })
})
