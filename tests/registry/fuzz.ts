// What the fuzz test sends to the registry. Its results are not known to the model.
import fc from 'fast-check'
import {
  anyBody,
  hostileText,
  identifier,
  mostly,
  notText,
  oneOf,
  parts,
  WORD,
} from '../resilience/fuzz/arbitraries.ts'
import { Command } from '../resilience/fuzz/command.ts'
import type { Body } from '../resilience/fuzz/model.ts'
import { expectArdContract } from './ard-contract.ts'
import { expectRegistryContract } from './registry-contract.ts'
import { insertServers } from './registry-servers.ts'

/** Paths of the registry with parameters that may be anything. */
const anyRegistryPath = fc.oneof(
  fc
    .array(
      fc.oneof(
        hostileText.map((search) => `search=${encodeURIComponent(search.toWellFormed())}`),
        hostileText.map((version) => `version=${encodeURIComponent(version.toWellFormed())}`),
        oneOf(`search=io.github.fuzz/server-1|search=%ff|limit=0|limit=7|limit=101|limit=x|cursor=|cursor=${'A'.repeat(20)}|version=latest|version=1.0.0|version=null|
          updated_since=2020-01-01T00:00:00Z|updated_since=2026-02-31T00:00:00Z|updated_since=now|include_deleted=true|include_deleted=1|unknown=1|x=%ff`),
      ),
      { maxLength: 4 },
    )
    .map((query) => `/v0.1/servers?${query.join('&')}`),
  fc
    .tuple(
      fc.oneof(
        hostileText.map((name) => encodeURIComponent(name.toWellFormed())),
        oneOf('io.github.fuzz/server-1|io.github.fuzz%2Fserver-2|a/b|%zz|a%2Fb%2Fc'),
      ),
      fc.oneof(
        hostileText.map((version) => `/versions/${encodeURIComponent(version.toWellFormed())}`),
        oneOf('/versions|/versions/latest|/versions/1.0.0/|/versions/%zz|/versions/%00|'),
      ),
    )
    .map(([name, end]) => `/v0.1/servers/${name}${end}`)
    // A client resolves these before it sends them.
    .filter((path) => !/\/\.{1,2}(\/|$)/.test(path)),
)

/** Paths of one entry of Agentic Resource Discovery. */
const anyEntryPath = fc
  .oneof(
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    oneOf(
      'urn:air:skills.example.com:skills:jq|urn:air:skills.example.com:skills:io-github-fuzz-server-1|urn%3aair:x',
    ),
    fc.stringMatching(/^[a-z0-9-]{1,30}$/).map((slug) => `URN:AIR:skills.example.com:skills:${slug}`),
  )
  .map((identifier) => `/agents/${identifier}`)
  // A client resolves these before it sends them.
  .filter((path) => !/\/\.{1,2}(\/|$)/.test(path))

/** Searches of Agentic Resource Discovery: valid and nearly valid ones. */
const entrySearch = fc.record(
  {
    query: mostly<unknown>(
      fc.record(
        {
          text: mostly<unknown>(
            parts(3).map((rest) => `${WORD}${rest}`),
            hostileText,
            notText,
          ),
          filter: fc.record(
            {
              type: oneOf('application/json|text/html|x'),
              tags: mostly<unknown>(fc.subarray(['mcp', 'github', 'other', 'x']), notText),
              server: hostileText,
            },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: ['text'] },
      ),
      notText,
    ),
    federation: mostly<unknown>(oneOf('auto|referrals|none'), notText),
    pageSize: mostly<unknown>(fc.integer({ min: 1, max: 120 }), fc.double(), notText),
    pageToken: mostly<unknown>(fc.base64String({ maxLength: 60 }), notText),
  },
  { requiredKeys: ['query'] },
)

/** A read of the registry, whose errors are no problem documents. */
const readRegistry = (path: string) =>
  new Command('read the registry', path, async (_, session) => {
    const answer = await session.get(`/registry${path}`)
    if (answer.status >= 500) throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`)
    expectRegistryContract('GET', path, answer)
  })

/** A request to the registry of Agentic Resource Discovery, whose errors are no problem documents either. @param body of a search */
const askArd = (data: { path: string; body?: Body | Uint8Array }) =>
  new Command('ask ARD', data, async (_, session, { path, body }) => {
    const address = `/registry/ard${path}`
    const answer = await (body ? session.post(address, body) : session.get(address))
    // Without a web site.
    if (answer.status >= 500 && answer.status !== 501)
      throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`)
    expectArdContract(body ? 'POST' : 'GET', path, answer)
  })

/** Looks up skills of the model by id, name or slug, and others. */
const lookupSkills = (data: { skills: number[]; others: unknown[] }) =>
  new Command('look up skills', data, async (model, session, { skills, others }) => {
    const known = skills.flatMap((number) => {
      const { id, name, slug } = model.skills[number % model.skills.length] ?? {}
      return [id, name, slug].slice(number % 3, (number % 3) + 1)
    })
    const body = { identifiers: [...known, ...others] }
    model.lookupSkills(body, await session.post('/api/lookup', body))
  })

/** Servers for a stack without an import. */
export function insertFuzzServers(sql: Parameters<typeof insertServers>[0]) {
  return insertServers(
    sql,
    Array.from({ length: 200 }, (_, i) => ({
      name: `io.github.fuzz/server-${i}`,
      ...(i % 10 === 0 && { status: 'deleted' as const }),
    })),
  )
}

export const registryCommands = [
  fc
    .record({
      skills: fc.array(fc.nat(11), { maxLength: 3 }),
      others: fc.array(identifier, { maxLength: 3 }),
    })
    .map(lookupSkills),
  anyRegistryPath.map(readRegistry),
  anyEntryPath.map((path) => askArd({ path })),
  fc.oneof(entrySearch as fc.Arbitrary<Body>, anyBody).map((body) => askArd({ path: '/search', body })),
]
