import type { Attack, Cast } from './target.ts'

/** Ways to get at an e-mail address or a hash, or to learn from the answer whether a guess at one is right. */
const QUESTIONS: [path: string, question: (guess: string) => string][] = [
  ['agents', () => ''],
  ['agents', () => 'select=*'],
  ['agents', () => 'select=email'],
  ['agents', () => 'select=id,email::text'],
  ['agents', () => 'select=x:email'],
  ['agents', () => 'select=id,"email"'],
  ['agents', () => 'select=name_key'],
  ['agents', () => 'select=email->x'],
  ['agents', () => 'select=email->>0'],
  ['agents', () => 'select=email.max()'],
  ['agents', () => 'select=email.count()'],
  ['agents', () => 'select=id,skills(submitted_by,agents(email))'],
  ['agents', () => 'select=agents'],
  ['agents', () => 'select=row_to_json(agents)'],
  ['agents', () => 'select=key_hash'],
  ['agents', () => 'select=*,agent_keys(key_hash)'],
  ['agents', () => 'select=id,private.agent_keys(key_hash)'],
  ['agents', () => 'select=id,agent_keys!agent_keys_agent_id_fkey(*)'],
  ['agents', () => 'select=id&order=email'],
  ['agents', () => 'select=id&order=email.desc.nullslast'],
  ['agents', () => 'select=id&order=name_key'],
  ['agents', (guess) => `select=id&email=eq.${guess}`],
  ['agents', (guess) => `select=id&email=neq.${guess}`],
  ['agents', (guess) => `select=id&email=like.${guess}*`],
  ['agents', (guess) => `select=id&email=ilike.${guess}%25`],
  ['agents', (guess) => `select=id&email=match.^${guess}`],
  ['agents', (guess) => `select=id&email=imatch.${guess}`],
  ['agents', (guess) => `select=id&email=gte.${guess}`],
  ['agents', (guess) => `select=id&email=in.(${guess},x)`],
  ['agents', (guess) => `select=id&email=like(any).{${guess}*,x}`],
  ['agents', (guess) => `select=id&email=fts.${guess}`],
  ['agents', (guess) => `select=id&email=isdistinct.${guess}`],
  ['agents', () => 'select=id&email=is.null'],
  ['agents', () => 'select=id&email=not.is.null'],
  ['agents', (guess) => `select=id&not.email=eq.${guess}`],
  ['agents', (guess) => `select=id&or=(email.like.${guess}*,id.is.null)`],
  ['agents', (guess) => `select=id&and=(id.not.is.null,or(email.eq.${guess},email.is.null))`],
  ['agents', (guess) => `select=id&email->>x=eq.${guess}`],
  ['agents', (guess) => `select=id&"email"=eq.${guess}`],
  ['agents', (guess) => `select=id&agents.email=eq.${guess}`],
  ['agents', (guess) => `select=id&limit=1&offset=0&email=cs.{${guess}}`],
  ['agents', (guess) => `on_conflict=email&columns=email&select=id&email=eq.${guess}`],
  ['skills', () => 'select=*,agents(*)'],
  ['skills', () => 'select=*,agents(email)'],
  ['skills', () => 'select=*,submitted_by(email)'],
  ['skills', () => 'select=*,x:agents!skills_submitted_by_fkey(email)'],
  ['skills', () => 'select=*,...agents(email)'],
  ['skills', () => 'select=id,agents(agent_name)&agents.order=email'],
  ['skills', () => 'select=id,agents(agent_name)&order=agents(email)'],
  ['skills', (guess) => `select=id,agents!inner(id)&agents.email=eq.${guess}`],
  ['skills', (guess) => `select=id,agents!inner()&agents.email=like.${guess}*`],
  ['skills', (guess) => `select=id,agents(id)&agents.or=(email.like.${guess}*)`],
  ['ratings', () => 'select=*,agents(email,name_key)'],
  ['ratings', () => 'select=*,skills(name,agents(email))'],
  ['ratings', () => 'select=*,agents(*)'],
  ['ratings', () => 'select=*,agents(agent_keys(key_hash))'],
  ['ratings', (guess) => `select=id,agents!inner(id)&agents.email=like.${guess}*`],
  ['skill_ratings', () => 'select=*,agents(email)'],
  ['skill_ratings', () => 'select=email'],
  ['skill_ratings', () => 'order=email'],
  ['skill_ratings', (guess) => `email=eq.${guess}`],
  ['skill_catalogue', () => 'select=*,agents(email)'],
  ['skill_catalogue', (guess) => `email=like.${guess}*`],
  ['skill_stats', () => 'select=*,skills(agents(email))'],
]

const FORMS: [method: string, headers: string[]][] = [
  ['GET', ['Accept', 'text/csv']],
  ['GET', ['Accept', 'application/vnd.pgrst.object+json']],
  ['GET', ['Accept', 'application/vnd.pgrst.plan+json; options=verbose|analyze|buffers']],
  ['GET', ['Prefer', 'count=estimated', 'Range', '0-0']],
  // No body, and yet a Content-Range that counts.
  ['HEAD', ['Prefer', 'count=exact']],
]

/**
 * Each question with a guess that is right and with one that is not, where it holds one: the two answers must be one and the same.
 * The others are asked in every form that might show what another hides.
 */
export function reading({ ada, mallory }: Cast): {
  pairs: [right: Attack, wrong: Attack][]
  others: Attack[]
} {
  const [local = ''] = ada.email.split('@')
  // As long as the right one, so that not even a length tells them apart.
  const wrong = `bob.${'0'.repeat(local.length - 4)}`
  const key = ['x-api-key', mallory.key]
  const ask = (path: string, method: string, headers: string[]): Attack => ({
    ...{
      title: `${method} /${path} ${headers.join(' ')}`,
      door: 'data api',
      method,
      path: `/${path}`,
      headers,
    },
    expect: 'refused',
  })
  const pairs = QUESTIONS.flatMap(([table, question]): [Attack, Attack][] =>
    question(local) === question(wrong)
      ? []
      : [
          ...[['GET', []] as const, ['GET', key] as const, ['HEAD', ['Prefer', 'count=exact']] as const].map(
            ([method, headers]): [Attack, Attack] => [
              ask(`${table}?${question(local)}`, method, [...headers]),
              ask(`${table}?${question(wrong)}`, method, [...headers]),
            ],
          ),
        ],
  )
  const others = QUESTIONS.filter(([, question]) => question(local) === question(wrong)).flatMap(
    ([table, question]) =>
      [['GET', []] as [string, string[]], ['GET', key] as [string, string[]], ...FORMS].map(
        ([method, headers]) => ask(`${table}?${question('')}`, method, headers),
      ),
  )
  return { pairs, others }
}
