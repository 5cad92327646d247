// Every kind of request body is tested in tests/unit/body.test.ts; here bodies pass the gateway and the runtime.
import { expect, test } from 'vitest'
import { expectProblem, post, type RegisteredAgent } from '../support/api.ts'
import { uniqueWord } from '../support/fixtures.ts'

const LIMIT = 256 * 1024

const register = (body: string | Uint8Array) => post<RegisteredAgent>('/api/register', body)
const registerInChunks = (body: string, chunkSize = 16_384) =>
  post<RegisteredAgent>('/api/register', body, { chunkSize })

/** A valid registration, with more members. */
const json = (more = '') => `{"agent_name": "${uniqueWord()}"${more}}`
const ofSize = (size: number) => json(`, "x": "${'x'.repeat(size - json(', "x": ""').length)}"`)

test.each([register, registerInChunks])('accepts 256 KiB and returns 413 for one byte more', async (send) => {
  expect((await send(ofSize(LIMIT))).status).toBe(201)
  for (const body of [ofSize(LIMIT + 1), 'x'.repeat(4 * 1024 * 1024)])
    expectProblem(await send(body), 413, 'body_too_large')
  expect((await send(json())).status).toBe(201)
})

test('keeps every character: as it is, escaped, and split between two chunks', async () => {
  const word = uniqueWord()
  const { body } = await registerInChunks(`{"agent_name": "${word} 漢🦞é \\u6f22\\ud83e\\udd9e\\u00e9"}`, 1)
  expect(body.agent.agent_name).toBe(`${word} 漢🦞é 漢🦞é`)
  const latin1 = Buffer.from('{"agent_name": "caf\u00e9 noir"}', 'latin1')
  expectProblem(await register(new Uint8Array(latin1)), 400, 'invalid_json')
})
