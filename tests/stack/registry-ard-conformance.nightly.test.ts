import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { run } from '../../scripts/program.ts'
import { ardSpec } from '../registry/ard-contract.ts'

/**
 * Programs and schemas that are not part of this repository. ARD_SPEC is the path of a clone of
 * https://github.com/ards-project/ard-spec, whose conformance tool is a program in Python, and SERVER_CARD_SPEC that of
 * https://github.com/modelcontextprotocol/experimental-ext-server-card. HF_DISCOVER is the program of the package hf-discover from PyPI.
 */
const cardSpec = process.env.SERVER_CARD_SPEC
const hfDiscover = process.env.HF_DISCOVER

/** The validation of a server card by the published schema. */
function cardValidator() {
  const schema = JSON.parse(readFileSync(join(cardSpec ?? '', 'schema.json'), 'utf8'))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(schema, 'published')
  return (card: unknown) => [ajv.validate({ $ref: 'published#/$defs/ServerCard' }, card), ajv.errors]
}

describe.runIf(ardSpec || cardSpec || hfDiscover)('a stack with a web site', () => {
  let stack: TemporaryStack
  beforeAll(async () => {
    const functionSettings = { SITE_URL: 'https://skills.example.com' }
    stack = await startTemporaryStack({ webSite: builtSite, functionSettings })
    return () => stack.stop()
  })

  test.runIf(ardSpec).each([
    ['registry', '/functions/v1/registry/ard', 'POST /search returned valid results list'],
    ['manifest', '/.well-known/ai-catalog.json', 'Found 3 entries'],
    ['manifest', '/.well-known/ard.json', 'Found 3 entries'],
  ])('passes the conformance tool of ARD: %s %s', async (mode, path, line) => {
    const tool = join(ardSpec ?? '', 'conformance', 'bin', 'conformance-test')
    const args = [tool, mode, stack.apiUrl + path]
    // Since v0.91, the tool looks up an entry, which the list of those does not name.
    if (mode === 'registry' && readFileSync(tool, 'utf8').includes('--lookup-identifier'))
      args.push('--lookup-identifier', 'urn:air:skills.example.com:skills:ripgrep')
    const { status, stdout, stderr } = await run('python3', args)
    expect(status, stdout + stderr).toBe(0)
    expect(stdout).toContain('CONFORMANCE STATUS: PASS')
    expect(stdout).toContain('0 critical specification errors and 0 warnings')
    expect(stdout).toContain(line)
  })

  test.runIf(cardSpec)('has a server card that is valid by the published schema', async () => {
    const validate = cardValidator()
    const card = await (await fetch(`${stack.baseUrl}/mcp/server-card`)).json()
    expect(validate(card)).toEqual([true, null])
    expect(validate({ ...card, name: 'x' })[0]).toBe(false)
    for (const { data } of await search('server', 'application/mcp-server-card+json'))
      expect(validate(data)).toEqual([true, null])
  })

  type Entry = { identifier: string; data?: object }
  async function search(text: string, type: string): Promise<Entry[]> {
    const response = await fetch(`${stack.baseUrl}/registry/ard/search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: { text, filter: { type } }, pageSize: 5 }),
    })
    const { results } = (await response.json()) as { results: Entry[] }
    expect(results).not.toEqual([])
    return results
  }

  test.runIf(hfDiscover).each([
    ['mcp', 'browser automation', 'application/mcp-server-card+json'],
    ['skill', 'weather', 'application/ai-skill+md'],
  ])('hf-discover --kind %s finds what our own search finds', async (kind, text, type) => {
    const url = `${stack.baseUrl}/registry/ard`
    const args = ['search', text, '--registry-url', url, '--kind', kind, '--limit', '5', '--json']
    const { status, stdout, stderr } = await run(hfDiscover ?? '', args)
    expect(status, stderr).toBe(0)
    const found = (JSON.parse(stdout) as { results: Entry[] }).results
    expect(found.map(({ identifier }) => identifier)).toEqual(
      (await search(text, type)).map(({ identifier }) => identifier),
    )
  })
})
