import { brief, closing, type Edit } from './mutant.ts'

/** Finds the rules of a file of sql/ by their form, and takes each away in a way that leaves a schema that can be built. */
export function* sqlEdits(text: string): Generator<Edit> {
  const sql = withoutComments(text)
  yield* constraints(sql)
  yield* columnRules(sql)
  yield* policies(sql)
  yield* statements(sql)
  yield* grants(sql)
  yield* functionSettings(sql)
  yield* guards(sql)
  yield* refusals(sql)
  yield* characters(sql)
}

/** The same text, every place the same, with blanks where comments were. */
function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text.replace(/--[^\n]*/g, blank).replace(/^comment on [^\n]*;$/gm, blank)
}

function edit(what: string, start: number, end: number, replacement = ''): Edit {
  return { what, start, end, replacement }
}

function* constraints(sql: string): Generator<Edit> {
  for (const match of sql.matchAll(/^\s+constraint (\w+) (check|unique) (?=\()/gm)) {
    const open = match.index + match[0].length
    yield edit(`${match[2]} ${match[1]}`, open - `${match[2]} `.length, closing(sql, open), 'check (true)')
  }
}

/** NOT NULL, keys, foreign keys and their actions, and the defaults that say who is calling. */
function* columnRules(sql: string): Generator<Edit> {
  for (const table of sql.matchAll(/^create table (\S+) \([\s\S]*?^\);/gm)) {
    for (const line of table[0].matchAll(/^ {2}(\w+) (?!\w+ (?:check|unique) ).*$/gm)) {
      const at = table.index + line.index
      const column = `${table[1]}.${line[1]}`
      const take = function* (pattern: RegExp, what: string, replacement = ''): Generator<Edit> {
        for (const found of line[0].matchAll(pattern)) {
          const start = at + found.index
          yield edit(`${what} of ${column}`, start, start + found[0].length, replacement)
        }
      }
      yield* take(/(?<! is) not null\b/g, 'not null')
      yield* take(/ references \S+?( on delete (cascade|set null))?(?=,|$)/g, 'foreign key')
      yield* take(/ on delete (cascade|set null)/g, 'on delete')
      yield* take(/ default private\.current_agent_id\(\)/g, 'default')
      // What a foreign key refers to cannot be built without its primary key.
      if (!['public.agents', 'public.skills'].includes(table[1] ?? ''))
        yield* take(/ primary key/g, 'primary key')
    }
  }
}

function* policies(sql: string): Generator<Edit> {
  for (const match of sql.matchAll(/^create policy ("[^"]+")[\s\S]*?;$/gm)) {
    const policy = `policy ${match[1]}`
    yield edit(policy, match.index, match.index + match[0].length)
    for (const roles of match[0].matchAll(/ to anon, authenticated/g)) {
      const start = match.index + roles.index
      yield edit(`roles of ${policy}`, start, start + roles[0].length, ' to public')
    }
    for (const condition of match[0].matchAll(/(using|with check) (?=\()/g)) {
      const open = match.index + condition.index + condition[0].length
      const end = closing(sql, open)
      if (sql.slice(open, end) !== '(true)') yield edit(`${condition[1]} of ${policy}`, open, end, '(true)')
    }
  }
}

function* statements(sql: string): Generator<Edit> {
  const kinds = [
    /^alter table \S+ enable row level security;$/gm,
    /^revoke [^;]*;$/gm,
    /^alter default privileges [^;]*;$/gm,
    /^create trigger [^;]*;$/gm,
  ]
  for (const kind of kinds) {
    for (const match of sql.matchAll(kind)) {
      yield edit(brief(match[0], 110), match.index, match.index + match[0].length)
    }
  }
  for (const match of sql.matchAll(/before update of ([\w, ]+) on/g)) {
    const columns = match[1]?.split(', ') ?? []
    for (const column of columns) {
      const start = match.index + 'before update of '.length
      const others = columns.filter((other) => other !== column).join(', ')
      yield edit(`trigger on ${column}`, start, start + (match[1]?.length ?? 0), others)
    }
  }
}

/** Every grant, widened: to all columns, to more verbs, to everybody; and what is granted to nobody, to anon. */
function* grants(sql: string): Generator<Edit> {
  for (const match of sql.matchAll(/^grant (.*) on (.*) to ([\w, ]+);$/gm)) {
    const [whole, verbs = '', object = '', roles = ''] = match
    const verbsAt = match.index + 'grant '.length
    const rolesAt = match.index + whole.length - roles.length - 1
    const name = `${verbs.replace(/ \(.*\)/, '')} on ${object}`
    const columns = /^(\w+) \(.*\)$/.exec(verbs)
    if (columns) yield edit(`columns of grant ${name}`, verbsAt, verbsAt + verbs.length, columns[1] ?? '')
    else if (!/^execute/.test(verbs) && !object.startsWith('schema'))
      yield edit(`verbs of grant ${name} to ${brief(roles, 14)}`, verbsAt, verbsAt + verbs.length, 'all')
    if (object.startsWith('schema'))
      yield edit(`verbs of grant ${name}`, verbsAt, verbsAt + verbs.length, 'all')
    if (/^execute/.test(verbs))
      yield edit(`roles of grant ${name}`, rolesAt, rolesAt + roles.length, 'public')
  }
  for (const match of sql.matchAll(/^create (?:function|view) (private\.\w+)/gm)) {
    const name = match[1] ?? ''
    const isFunction = match[0].startsWith('create function')
    // In sql/0_text.sql one grant covers all.
    const isGranted = new RegExp(
      isFunction
        ? `grant .* on (function ${name}|all functions in schema private) to`
        : `grant select on [^;]*${name}\\b[^;]* to`,
    ).test(sql)
    if (isGranted) continue
    const right = isFunction ? `execute on function ${name}` : `select on ${name}`
    yield edit(`no grant on ${name}`, sql.length, sql.length, `\ngrant ${right} to anon;\n`)
  }
  for (const match of sql.matchAll(/^create table (private\.\w+)/gm))
    yield edit(`no grant on ${match[1]}`, sql.length, sql.length, `\ngrant select on ${match[1]} to anon;\n`)
}

function* functionSettings(sql: string): Generator<Edit> {
  for (const match of sql.matchAll(
    /^create function (\S+?)\([\s\S]*?(?=\n(?:as \$\$|begin atomic|return ))/gm,
  )) {
    for (const setting of match[0].matchAll(/ security definer| set search_path = ''/g)) {
      const start = match.index + setting.index
      yield edit(`${setting[0].trim()} of ${match[1]}`, start, start + setting[0].length)
    }
  }
  for (const match of sql.matchAll(/^create view (\S+)( with \(security_invoker = true\))/gm)) {
    const start = match.index + match[0].length - (match[2]?.length ?? 0)
    yield edit(`security_invoker of ${match[1]}`, start, match.index + match[0].length)
  }
}

/** In the bodies of functions: every IF, PERFORM and exception handler, and what a second rating replaces. */
function* guards(sql: string): Generator<Edit> {
  for (const body of sql.matchAll(/^as \$\$\n[\s\S]*?^\$\$;$/gm)) {
    const take = function* (pattern: RegExp, what: (match: RegExpMatchArray) => string, replacement: string) {
      for (const match of body[0].matchAll(pattern)) {
        const start = body.index + match.index
        yield edit(what(match), start, start + match[0].length, replacement)
      }
    }
    yield* take(
      /(?<!end )(?<=\b(?:els)?if )[\s\S]*?(?= then\b)/g,
      (match) => `if ${brief(match[0])}`,
      'false',
    )
    yield* take(
      /perform (private\.(?!refuse)\w+|pg_advisory_xact_lock)\(.*\);/g,
      (match) => `perform ${match[1]}`,
      'null;',
    )
    yield* take(
      /(?<=\b(?:when|or) )(foreign_key_violation|insufficient_privilege|deadlock_detected|data_exception)(?= (?:then|or))/g,
      (match) => `handler of ${match[0]}`,
      'division_by_zero',
    )
    yield* take(/\n +(\w+) = excluded\.\1,/g, (match) => `replacing ${match[1]}`, '')
    yield* take(/,\n +(\w+) = excluded\.\1(?=\n)/g, (match) => `replacing ${match[1]}`, '')
  }
}

/** Every fault that a function reports, one at a time. */
function* refusals(sql: string): Generator<Edit> {
  for (const match of sql.matchAll(/perform private\.refuse(?=\()/g)) {
    const open = match.index + match[0].length
    for (const fault of commaSeparated(sql, open + 1, closing(sql, open) - 1)) {
      const inside = /^coalesce(?=\()/.exec(fault.text)
      const pieces = inside ? commaSeparated(sql, fault.start + 'coalesce('.length, fault.end - 1) : [fault]
      for (const { text, start, end } of pieces)
        yield edit(`refusal ${brief(text)}`, start, end, 'null::jsonb')
    }
  }
}

function commaSeparated(sql: string, from: number, to: number) {
  const pieces: { text: string; start: number; end: number }[] = []
  let start = from
  let depth = 0
  let inString = false
  for (let i = from; i <= to; i++) {
    const character = sql[i]
    if (i === to || (character === ',' && depth === 0 && !inString)) {
      const raw = sql.slice(start, i)
      const first = start + raw.length - raw.trimStart().length
      pieces.push({ text: raw.trim(), start: first, end: first + raw.trim().length })
      start = i + 1
    } else if (character === "'") inString = !inString
    else if (!inString && character === '(') depth++
    else if (!inString && character === ')') depth--
  }
  return pieces
}

/**
 * Equivalent, and so left out: where text went through NFKC before, which makes these a plain space, the pattern for white
 * space never meets them.
 */
const SPACES_GONE_WITH_NFKC = ['\\u00a0', '\\u2000-\\u200a', '\\u202f', '\\u205f', '\\u3000']

/** Every character and range of characters that a pattern or a list of characters names by number. */
function* characters(sql: string): Generator<Edit> {
  const one = String.raw`\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}`
  for (const match of sql.matchAll(new RegExp(`(?:${one})(?:-(?:${one}))?`, 'g'))) {
    const line = sql.slice(sql.lastIndexOf('\n', match.index), sql.indexOf('\n', match.index))
    if (line.includes(']+') && SPACES_GONE_WITH_NFKC.includes(match[0])) continue
    const before = sql.slice(0, match.index)
    const owner = [...before.matchAll(/^create function (\S+?)\(/gm)].at(-1)?.[1] ?? 'a pattern'
    yield edit(`${match[0]} in ${owner}`, match.index, match.index + match[0].length)
  }
}
