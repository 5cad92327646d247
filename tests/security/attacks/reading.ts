// Queries that could return an e-mail address or a hash, or tell whether a guess at one is right.
import { type Attack, onDataApi } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

/** By table, separated by spaces; GUESS stands for a guess at an e-mail address. */
const QUERIES: Record<string, string> = {
  agents: `
    ? select=* select=email select=id,email::text select=x:email select=id,"email" select=name_key select=email->x
    select=email->>0 select=email.max() select=email.count() select=id,skills(submitted_by,agents(email)) select=agents
    select=row_to_json(agents) select=key_hash select=*,agent_keys(key_hash) select=id,private.agent_keys(key_hash)
    select=id,agent_keys!agent_keys_agent_id_fkey(*) select=id&order=email select=id&order=email.desc.nullslast
    select=id&order=name_key select=id&email=is.null select=id&email=not.is.null
    select=id&email=eq.GUESS select=id&email=neq.GUESS select=id&email=like.GUESS* select=id&email=ilike.GUESS%25
    select=id&email=match.^GUESS select=id&email=imatch.GUESS select=id&email=gte.GUESS select=id&email=in.(GUESS,x)
    select=id&email=like(any).{GUESS*,x} select=id&email=fts.GUESS select=id&email=isdistinct.GUESS
    select=id&not.email=eq.GUESS select=id&or=(email.like.GUESS*,id.is.null)
    select=id&and=(id.not.is.null,or(email.eq.GUESS,email.is.null)) select=id&email->>x=eq.GUESS
    select=id&"email"=eq.GUESS select=id&agents.email=eq.GUESS select=id&limit=1&offset=0&email=cs.{GUESS}
    on_conflict=email&columns=email&select=id&email=eq.GUESS`,
  skills: `
    select=*,agents(*) select=*,agents(email) select=*,submitted_by(email)
    select=*,x:agents!skills_submitted_by_fkey(email) select=*,...agents(email)
    select=id,agents(agent_name)&agents.order=email select=id,agents(agent_name)&order=agents(email)
    select=id,agents!inner(id)&agents.email=eq.GUESS select=id,agents!inner()&agents.email=like.GUESS*
    select=id,agents(id)&agents.or=(email.like.GUESS*)`,
  ratings: `
    select=*,agents(email,name_key) select=*,skills(name,agents(email)) select=*,agents(*)
    select=*,agents(agent_keys(key_hash)) select=id,agents!inner(id)&agents.email=like.GUESS*`,
  skill_ratings: 'select=*,agents(email) select=email order=email email=eq.GUESS',
  skill_catalogue: 'select=*,agents(email) email=like.GUESS*',
  skill_stats: 'select=*,skills(agents(email))',
}

const FORMS: [method: string, headers: Record<string, string>][] = [
  ['GET', {}],
  ['GET', { Accept: 'text/csv' }],
  ['GET', { Accept: 'application/vnd.pgrst.object+json' }],
  ['GET', { Accept: 'application/vnd.pgrst.plan+json; options=verbose|analyze|buffers' }],
  ['GET', { Prefer: 'count=estimated', Range: '0-0' }],
  // Without a body, but with a Content-Range that counts.
  ['HEAD', { Prefer: 'count=exact' }],
]

/** Queries with a right and a wrong guess, which must get the same response; and queries without a guess. */
export function reading({ victim, attacker }: Fixtures): {
  pairs: [right: Attack, wrong: Attack][]
  others: Attack[]
} {
  const [right = ''] = victim.email.split('@')
  // Of the same length, so that the length of a response tells nothing.
  const wrong = `bob.${'0'.repeat(right.length - 4)}`
  const paths = Object.entries(QUERIES).flatMap(([table, queries]) =>
    queries
      .trim()
      .split(/\s+/)
      .map((query) => `/${table}?${query.replace('?', '')}`),
  )
  const key = { 'x-api-key': attacker.key }
  return {
    pairs: paths
      .filter((path) => path.includes('GUESS'))
      .flatMap((path) =>
        (
          [
            ['GET', {}],
            ['GET', key],
            ['HEAD', { Prefer: 'count=exact' }],
          ] as const
        ).map(([method, headers]) => {
          const ask = (guess: string) =>
            onDataApi(method, path.replace('GUESS', guess), 'refused', { headers })
          return [ask(right), ask(wrong)] as [Attack, Attack]
        }),
      ),
    others: paths
      .filter((path) => !path.includes('GUESS'))
      .flatMap((path) =>
        [...FORMS, ['GET', key] as (typeof FORMS)[0]].map(([method, headers]) =>
          onDataApi(method, path, 'refused', { headers }),
        ),
      ),
  }
}
