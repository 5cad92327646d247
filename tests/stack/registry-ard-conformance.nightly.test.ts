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
 * https://github.com/modelcontextprotocol/experimental-ext-server-card.
 */
const cardSpec = process.env.SERVER_CARD_SPEC

describe.runIf(ardSpec || cardSpec)('a stack with a web site', () => {
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
    expect(stdout).toContain(line)
  })

  test.runIf(cardSpec)('has a server card that is valid by the published schema', async () => {
    const schema = JSON.parse(readFileSync(join(cardSpec ?? '', 'schema.json'), 'utf8'))
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(schema, 'published')
    const card = await (await fetch(`${stack.baseUrl}/mcp/server-card`)).json()
    const isValid = ajv.validate({ $ref: 'published#/$defs/ServerCard' }, card)
    expect([isValid, ajv.errors]).toEqual([true, null])
    expect(ajv.validate({ $ref: 'published#/$defs/ServerCard' }, { ...card, name: 'x' })).toBe(false)
  })
})
