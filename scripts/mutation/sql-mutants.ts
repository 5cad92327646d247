/** One rule of a schema file that is removed: a replacement of a part of the text. */
export type Mutant = {
  file: string
  line: number
  what: string
  start: number
  end: number
  replacement: string
}

type Edit = Pick<Mutant, 'what' | 'start' | 'end' | 'replacement'>

/** Removes each rule that has a recognisable form, such that the schema still builds. */
export function mutantsOf(file: string, text: string): Mutant[] {
  // Blanks instead of comments: positions stay the same.
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  const sql = text.replace(/--[^\n]*/g, blank).replace(/^comment on [^\n]*;$/gm, blank)
  const edits = [...RULES.flatMap((rule) => matchesOf(sql, rule)), ...checks(sql), ...grants(sql)]
  return edits
    .sort((a, b) => a.start - b.start)
    .map((edit) => ({ file, line: text.slice(0, edit.start).split('\n').length, ...edit }))
}

/** A pattern, its replacement (nothing unless given), and where to look for it (everywhere unless given). */
type Rule = { pattern: RegExp; replacement?: string; within?: RegExp }

const TABLE = /^create table \S+ \([\s\S]*?^\);/gm
const BODY = /^as \$\$\n[\s\S]*?^\$\$;$/gm
const HEADER = /^create function \S+?\([\s\S]*?(?=\n(?:as \$\$|begin atomic|return ))/gm

const RULES: Rule[] = [
  { within: TABLE, pattern: /(?<! is) not null\b/g },
  { within: TABLE, pattern: / references \S+?( on delete (cascade|set null))?(?=,|$)/gm },
  { within: TABLE, pattern: / on delete (cascade|set null)/g },
  { within: TABLE, pattern: / default private\.current_agent_id\(\)/g },
  { pattern: /^create policy [\s\S]*?;$/gm },
  { within: /^create policy [\s\S]*?;$/gm, pattern: / to anon, authenticated/g, replacement: ' to public' },
  { pattern: /^alter table \S+ enable row level security;$/gm },
  { pattern: /^revoke [^;]*;$/gm },
  { pattern: /^create trigger [^;]*;$/gm },
  { within: HEADER, pattern: / security definer| set search_path = ''/g },
  { pattern: / with \(security_invoker = true\)/g },
  { within: BODY, pattern: /(?<!end )(?<=\b(?:els)?if )[\s\S]*?(?= then\b)/g, replacement: 'false' },
  { within: BODY, pattern: /perform (private\.\w+|pg_advisory_xact_lock)\(.*\);/g, replacement: 'null;' },
  {
    within: BODY,
    pattern:
      /(?<=\b(?:when|or) )(foreign_key_violation|insufficient_privilege|deadlock_detected|data_exception)(?= (?:then|or))/g,
    replacement: 'division_by_zero',
  },
  { within: BODY, pattern: /\n +(\w+) = excluded\.\1,/g },
  { pattern: /(?<=\b)greatest\(clock_timestamp\(\), \w+\.updated_at\)/g, replacement: 'now()' },
  { pattern: / (?:for (?:no key )?update|for key share|skip locked)(?=[;)\n])/g },
  { pattern: /(?<=[\w)] )between [\w.']+ and [\w.']+/g, replacement: 'is not null' },
  // Characters and ranges that a pattern lists by number.
  { pattern: /\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})(?:-\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))?/g },
]

function matchesOf(sql: string, { pattern, replacement = '', within }: Rule): Edit[] {
  const parts = within ? [...sql.matchAll(within)] : [{ 0: sql, index: 0 }]
  return parts.flatMap(({ 0: part, index }) =>
    [...part.matchAll(pattern)].map((match) => {
      const start = index + match.index
      return { what: brief(match[0]), start, end: start + match[0].length, replacement }
    }),
  )
}

/** CHECK and UNIQUE constraints, conditions of policies, and domains. */
function checks(sql: string): Edit[] {
  const pattern = /(?:constraint \w+ )?\b(check|unique|using|with check) (?=\()/g
  return [...sql.matchAll(pattern)].flatMap((match) => {
    const start = match.index + match[0].indexOf(match[1] as string)
    const end = closingBracket(sql, match.index + match[0].length)
    const keyword = match[1] === 'unique' ? 'check' : match[1]
    const replacement = `${keyword} (true)`
    // USING of a join is not a rule.
    const statement = sql.slice(sql.lastIndexOf(';', start) + 1, start)
    const isJoin = match[1] === 'using' && !statement.includes('create policy')
    if (isJoin || sql.slice(start, end) === replacement) return []
    return [{ what: brief(sql.slice(match.index, end)), start, end, replacement }]
  })
}

/** Every grant, to all columns, all verbs, or everybody. */
function grants(sql: string): Edit[] {
  return [...sql.matchAll(/^grant (.*) on (.*) to ([\w, ]+);$/gm)].map((match) => {
    const [whole, verbs = '', object = '', roles = ''] = match
    const columns = /^(\w+) \(.*\)$/.exec(verbs)
    const replacement = /^execute/.test(verbs)
      ? whole.replace(` to ${roles};`, ' to public;')
      : whole.replace(`grant ${verbs} on ${object}`, `grant ${columns?.[1] ?? 'all'} on ${object}`)
    return { what: brief(whole), start: match.index, end: match.index + whole.length, replacement }
  })
}

/** The index after the bracket that closes the one at `open`. Brackets in strings do not count. */
function closingBracket(sql: string, open: number): number {
  let depth = 0
  for (const { 0: token, index } of sql.slice(open).matchAll(/'[^']*'|[()]/g)) {
    if (token === '(') depth++
    if (token === ')' && --depth === 0) return open + index + 1
  }
  throw new Error(`The bracket at ${open} is not closed.`)
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
