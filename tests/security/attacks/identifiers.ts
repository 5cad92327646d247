// Identifiers that are expensive to normalize or to look up, 100 in one request, and skills that share one.
import type postgres from 'postgres'
import { EXPENSIVE } from '../../support/expensive-identifiers.ts'
import { type Attack, onFunction, onRpc } from './attack.ts'

const SHARED = 100

/** Submits 150 skills for each of 100 identifiers, and rates versions of three of each. Any agents could. */
export async function plantIdentifiers(admin: postgres.Sql): Promise<void> {
  await admin`
    insert into public.skills (name, description, type, url)
    select 'Identified ' || n, 'Planted.', 'other', 'https://github.com/planted/shared-' || n % ${SHARED}::integer
    from generate_series(1, ${150 * SHARED}::integer) as n`
  await admin`
    insert into public.ratings (skill_id, agent_id, claws, version)
    select s.id, a.id, 5, case when s.url like '%/shared-0' then '1.' || a.number else '1.0' end
    from public.skills as s
    join (
      select id, row_number() over (order by id) as number from public.agents where agent_name like 'Expensive %' limit 100
    ) as a on a.number = 1 or s.url like '%/shared-0'
    where s.name ~ '^Identified [0-9]+$' and substr(s.name, 12)::integer <= ${3 * SHARED}::integer`
}

/** 100 of them fit into a request, which has at most 256 KiB. */
const HOSTILE = [
  ...Object.values(EXPENSIVE).map((text) => text.slice(0, Buffer.byteLength(text) > 2_500 ? 600 : 2_048)),
  ''.padEnd(800, '\u0958'),
  // NFKC makes 18, 8 and 6 characters of them.
  ...['\ufdfa', '\ufdfb', '\u3316'].map((character) => character.repeat(200)),
]

/** Lookups of 100 identifiers. */
export function lookups(): Attack[] {
  const numbered = (text: string) =>
    // In front of the end, so that each is another one and none is longer.
    Array.from({ length: 100 }, (_, i) => `${text.slice(0, -5)}${i}${text.slice(-3)}`)
  const lists = [
    ...HOSTILE.map(numbered),
    ...HOSTILE.map((text) => Array(100).fill(text)),
    Array.from({ length: SHARED }, (_, i) => `pkg:github/planted/shared-${i}`),
    Array.from({ length: SHARED }, (_, i) => `pkg:github/planted/shared-${i}@1.0`),
    Array.from({ length: 100 }, (_, i) => `pkg:github/planted/shared-0@1.${i + 1}`),
    Array.from({ length: 100 }, (_, i) => `pkg:npm/unknown-${i}`),
    Array.from({ length: 100 }, (_, i) => `Unknown name ${i}`),
    Array.from({ length: 100 }, (_, i) => `identified-${i + 1}`),
  ]
  return [
    ...lists.map((identifiers) => onFunction('POST', '/api/lookup', 'harmless', { body: { identifiers } })),
    ...[
      JSON.stringify(Array(130_000).fill('')),
      `["${'\\"'.repeat(100_000)}"]`,
      `["${'\\u0041'.repeat(40_000)}"]`,
      `${'['.repeat(200_000)}`,
      `["${'a'.repeat(250_000)}`,
      `[${'"a",'.repeat(60_000)}`,
      ' '.repeat(250_000),
    ].map((p_identifiers) => onRpc('lookup_skills', { p_identifiers }, 'harmless')),
  ]
}
