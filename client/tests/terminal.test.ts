// Questions, on a terminal.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KEY, lookupReply, newHome, type Recorded, recordingServer, run, runOnTerminal } from './support.ts'

const ENTER = '\r'
const DOWN = '\u001b[B'

const RATING = {
  agent_name: 'Ada',
  claws: 4,
  reliability: null,
  security: null,
  speed: null,
  commentary: null,
  updated_at: '2026-11-23',
  established: true,
}

function rating({ path, method, body }: Recorded) {
  if (path.endsWith('/ratings/me'))
    return { status: 404, body: { status: 404, code: 'rating_not_found', title: '', detail: 'None.' } }
  if (method === 'POST' && path.endsWith('/api/ratings'))
    return { body: { success: true, message: 'Added.', rating: { ...RATING, ...JSON.parse(body) } } }
  if (path.endsWith('/api/skills/one'))
    return {
      body: { id: '7', slug: 'one', name: 'One\u001b[2J', identifiers: [], ratings: [], sub_scores: {} },
    }
  return undefined
}

// `script` of util-linux opens the terminal.
describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))('on a terminal', () => {
  test('search --help is as wide as the terminal', async () => {
    const { stdout } = await runOnTerminal(['search', '--help'], [], { home: newHome() })
    const widths = stdout.split('\n').map(({ length }) => length)
    expect(Math.max(...widths)).toBeGreaterThan(80)
    expect(Math.max(...widths)).toBeLessThanOrEqual(100)
  })

  test('doctor shows what it would send, asks, and remembers the answer', async () => {
    const home = newHome()
    home.write('.cursor/mcp.json', { mcpServers: { browser: { command: 'npx', args: ['one-mcp@1.0.0'] } } })
    const server = await recordingServer()
    const options = { home, env: { SKILL_RATING_URL: server.url } }

    const refused = await runOnTerminal(['doctor'], [{ waitFor: 'Send them?', keys: 'n' }], options)
    expect(refused).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing was sent.') })
    const cancelled = await runOnTerminal(['doctor'], [{ waitFor: 'Send them?', keys: '\u0003' }], options)
    expect(cancelled.status).toBe(130)
    expect(server.requests).toEqual([])

    const accepted = await runOnTerminal(['doctor'], [{ waitFor: 'Send them?', keys: 'y' }], options)
    expect(accepted.status).toBe(0)
    expect(accepted.stdout).toMatch(
      /pkg:npm\/one-mcp@1\.0\.0 {2}\(browser, cursor\)[\s\S]*browser +cursor +– +– +unknown/,
    )
    expect(server.requests.map(({ body }) => body)).toEqual(['{"identifiers":["pkg:npm/one-mcp@1.0.0"]}'])
    expect((await run(['doctor'], options)).status).toBe(0)
    home.write('.cursor/mcp.json', { mcpServers: { browser: { command: 'npx', args: ['one-mcp@1.0.1'] } } })
    expect((await run(['doctor'], options)).status).toBe(0)

    // Another identifier is asked for again, and only it.
    home.write('.gemini/settings.json', { mcpServers: { other: { command: 'npx', args: ['two-mcp'] } } })
    const again = await run(['doctor'], options)
    expect(again.status).toBe(2)
    expect(again.stderr).not.toContain('one-mcp')
  })

  test('doctor sends what was approved also if it cannot store that', async () => {
    const home = newHome()
    home.write('.cursor/mcp.json', { mcpServers: { browser: { command: 'npx', args: ['one-mcp'] } } })
    home.write('.config/skill-rating/config.json.lock/x', '')
    const { url } = await recordingServer()
    const options = { home, env: { SKILL_RATING_URL: url } }
    const steps = [{ waitFor: 'Send them?', keys: 'y' }]
    const { status, stdout } = await runOnTerminal(['doctor'], steps, options)
    expect(status).toBe(0)
    expect(stdout).toMatch(/cannot be written[\s\S]*asked again[\s\S]*unknown/)
  })

  test('rate asks for what is missing', async () => {
    const server = await recordingServer(rating)
    const options = { home: newHome(), env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY } }
    const { status, stdout } = await runOnTerminal(
      ['rate', 'one', '--speed', '70'],
      [
        { waitFor: 'How many claws for One', keys: DOWN + ENTER },
        { waitFor: 'Reliability from 0 to 100?', keys: `101${ENTER}` },
        { waitFor: 'A number from 0 to 100.', keys: `\u007f\u007f\u007f95${ENTER}` },
        { waitFor: 'Security from 0 to 100?', keys: ENTER },
        { waitFor: 'Which version', keys: `1.4.2${ENTER}` },
        { waitFor: 'What did you do', keys: `It filled in a form.${ENTER}` },
      ],
      options,
    )
    expect(status).toBe(0)
    expect(stdout).toContain('Added.')
    const sent = server.requests
      .filter(({ path }) => path.endsWith('/api/ratings'))
      .map(({ body }) => JSON.parse(body))
    const commentary = 'It filled in a form.'
    expect(sent).toEqual([
      { claws: 4, reliability: 95, speed: 70, version: '1.4.2', commentary, skill_id: '7' },
    ])
  })

  test('doctor --rate offers what was counted for the skills that were used', async () => {
    const home = newHome()
    home.write('.claude.json', { mcpServers: { one: { command: 'npx', args: ['one-mcp@1.4.2'] } } })
    home.write('.cursor/mcp.json', { mcpServers: { unused: { command: 'npx', args: ['unused-mcp'] } } })
    const source = join(home.folder, '.claude.json')
    const one = `one pkg:npm/one-mcp ${JSON.stringify(source)}\n`
    const calls = `${`ok ${one}`.repeat(9)}fail ${one}`
    home.write('.local/state/skill-rating/calls/claude-code-2026-11-23.log', calls)
    const lookup = lookupReply({
      'pkg:npm/one-mcp@1.4.2': { claws: 4, ratings: 1 },
      'pkg:npm/unused-mcp': { claws: 4, ratings: 1 },
    })
    const server = await recordingServer((request) => rating(request) ?? lookup(request))
    const { status } = await runOnTerminal(
      ['doctor', '--rate', '--yes'],
      [
        { waitFor: 'Rate Skill 0?', keys: 'y' },
        { waitFor: '10 calls of one, 1 failed · reliability 90', keys: 'y' },
        { waitFor: 'How many claws', keys: ENTER },
        { waitFor: 'Security from', keys: ENTER },
        { waitFor: 'Speed from', keys: ENTER },
        { waitFor: 'Which version did you use?', keys: `1.4.2${ENTER}` },
        { waitFor: 'What did you do', keys: ENTER },
      ],
      { home, env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY } },
    )
    expect(status).toBe(0)
    const [looked, ...others] = server.requests
    // The service does not learn whose list it is.
    expect(looked?.headers).not.toHaveProperty('x-api-key')
    const counted = { version: '1.4.2', observed_calls: 10, observed_failures: 1, reliability: 90 }
    const sent = others.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body))
    expect(sent).toEqual([{ ...counted, claws: 5, skill_id: expect.stringMatching(/0000$/) }])
  })

  test('submit asks for what is missing, and hooks ask before they change the settings', async () => {
    const server = await recordingServer(({ path }) =>
      path.endsWith('/api/skills')
        ? { status: 201, body: { success: true, message: 'Added.', skill: { slug: 'one' } } }
        : undefined,
    )
    const home = newHome()
    const options = { home, env: { SKILL_RATING_URL: server.url, SKILL_RATING_API_KEY: KEY } }
    const submitted = await runOnTerminal(
      ['submit', '--name', 'One'],
      [
        { waitFor: 'What does it do?', keys: `It does it.${ENTER}` },
        { waitFor: 'Type?', keys: ENTER },
        { waitFor: 'URL of its repository', keys: ENTER },
        { waitFor: 'Package URL', keys: `pkg:npm/one${ENTER}` },
      ],
      options,
    )
    expect(submitted.status).toBe(0)
    expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toEqual({
      name: 'One',
      description: 'It does it.',
      type: 'mcp',
      url: null,
      identifiers: ['pkg:npm/one'],
    })

    const install = ['hooks', 'install', '--for', 'claude-code']
    const settings = join(home.folder, '.claude', 'settings.json')
    await runOnTerminal(install, [{ waitFor: 'Change it?', keys: 'n' }], options)
    expect(existsSync(settings)).toBe(false)
    const installed = await runOnTerminal(install, [{ waitFor: 'Change it?', keys: 'y' }], options)
    expect(installed).toMatchObject({ status: 0, stdout: expect.stringContaining('+ ') })
    expect(readFileSync(settings, 'utf8')).toContain('PostToolUseFailure')
  })
})
