// An upgrade replaces the code of a function while it runs, before it has imported all modules.
import { spawn } from 'node:child_process'
import { cpSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { denoBinary, originOf } from '../../local/functions/deno.ts'
import { projectDir } from '../../scripts/program.ts'
import { temporaryFolder } from '../support/process.ts'

/** Starts a function from a copy of its code. When it listens, breaks all files and removes the packages. */
async function startAndReplace(name: 'api' | 'mcp' | 'registry'): Promise<string> {
  const folder = temporaryFolder()
  const [code, packages] = [join(folder, 'functions'), join(folder, 'node_modules')]
  cpSync(join(projectDir, 'functions'), code, { recursive: true })
  symlinkSync(join(projectDir, 'node_modules'), packages)
  const options = ['--node-modules-dir=manual', '--cached-only', '--no-remote', '--no-lock', '--allow-all']
  const child = spawn(
    denoBinary(),
    ['run', ...options, '--config', join(code, name, 'deno.json'), join(code, name, 'index.ts')],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        SUPABASE_URL: 'http://127.0.0.1:1',
        SUPABASE_ANON_KEY: 'x',
        REGISTRATIONS_PER_HOUR: '1',
        DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
        DENO_DIR: join(folder, 'deno'),
        NO_COLOR: '1',
      },
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const origin = await originOf(child)
  for (const file of readdirSync(code, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts')) writeFileSync(join(code, file), 'export const text = "')
  rmSync(packages)
  return origin
}

const json = (body: object, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('the API serves its documents and limits registrations after its code was replaced', async () => {
  const origin = await startAndReplace('api')
  for (const path of ['/api', '/api/openapi.json', '/api/skill.md', '/api/llms.txt'])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200])
  const register = async () => (await fetch(`${origin}/api/register`, json({ agent_name: 'Ada' }))).status
  // There is no database here.
  expect([await register(), await register()]).toEqual([503, 429])
})

test('the registry serves its document after its code was replaced', async () => {
  const origin = await startAndReplace('registry')
  expect((await fetch(`${origin}/registry/openapi.json`)).status).toBe(200)
  // There is no database here.
  expect((await fetch(`${origin}/registry/v0.1/servers`)).status).toBe(503)
})

test('the MCP server answers messages after its code was replaced', async () => {
  const origin = await startAndReplace('mcp')
  const accept = { accept: 'application/json, text/event-stream' }
  const message = (method: string, params = {}) =>
    fetch(`${origin}/mcp`, json({ jsonrpc: '2.0', id: 1, method, params }, accept))
  expect((await message('tools/list')).status).toBe(200)
  const called = await message('tools/call', { name: 'search_skills', arguments: {} })
  expect(await called.text()).toContain('unavailable')
})
