import { loadModule, parseSync, scanSync } from 'libpg-query'

/** What a statement of a file defines and which objects it names, in the body of a function too. */
export type SqlStatement = {
  /** The name of what the statement defines, and for a function its arguments too; undefined for a grant, a comment and the like. */
  defines: { name: string; signature: string } | undefined
  source: string
  /** Whether it defines a function, a view or a trigger. */
  runs: boolean
  /** The names with a schema, also those of columns with the name of their table. */
  references: Set<string>
  /** What it writes, such as `insert public.ratings` and `update public.ratings.claws`. */
  writes: Set<string>
  /** The events at which a trigger fires, in the form of `writes`. */
  firesOn: string[]
  /** Whether it runs a string that is not constant, so that not all references are known. */
  isDynamic: boolean
}

type Token = ReturnType<typeof scanSync>['tokens'][number]

await loadModule()

/**
 * Splits SQL with Postgres's own parser, and reads the tokens of each statement. That suffices because all names have a schema: the
 * functions run without a search path.
 * @throws Error when a text is not valid SQL
 */
export function sqlStatements(text: string): SqlStatement[] {
  const bytes = Buffer.from(text)
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt_location?: number; stmt_len?: number }[] }
  return stmts.map(({ stmt_location: from = 0, stmt_len: length }) =>
    statement(bytes.subarray(from, length ? from + length : undefined).toString()),
  )
}

function statement(source: string): SqlStatement {
  const tokens = tokensOf(source)
  const { kind, start } = definitionIn(tokens)
  const isTrigger = kind === 'trigger'
  const name = isTrigger ? `trigger ${tokens[start]?.text} on ${tableOf(tokens)}` : nameAt(tokens, start)
  const found: SqlStatement = {
    defines: name === undefined ? undefined : { name, signature: name },
    source,
    runs: kind === 'function' || kind === 'view' || isTrigger,
    references: new Set(),
    writes: new Set(),
    firesOn: isTrigger ? eventsOf(tokens) : [],
    isDynamic: false,
  }
  if (found.defines && kind === 'function') found.defines.signature += argumentsAt(tokens, start + 3)
  collect(tokens, found)
  return found
}

function tokensOf(text: string): Token[] {
  return scanSync(text).tokens.filter(({ tokenName }) => !/COMMENT$/.test(tokenName))
}

/** What `create` and `create or replace` define, and where its name is. */
function definitionIn(tokens: Token[]): { kind: string | undefined; start: number } {
  const words = tokens.slice(0, 4).map(({ text }) => text)
  const at = words[1] === 'or' ? 3 : 1
  const isDefinition =
    words[0] === 'create' && /^(function|view|trigger|table|domain|type|sequence)$/.test(words[at] ?? '')
  return isDefinition ? { kind: words[at], start: at + 1 } : { kind: undefined, start: tokens.length }
}

/** The name with a schema that begins at a token. */
function nameAt(tokens: Token[], at: number): string | undefined {
  const [schema, dot, name] = tokens.slice(at, at + 3)
  return schema && name && dot?.text === '.' ? `${schema.text}.${name.text}` : undefined
}

function argumentsAt(tokens: Token[], open: number): string {
  let depth = 0
  const close = tokens.findIndex(({ text }, index) => {
    if (index < open) return false
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    return depth === 0
  })
  return tokens
    .slice(open, close + 1)
    .map(({ text }) => text)
    .join(' ')
    .replace(/(?<=^\() | (?=\)$)/g, '')
}

/** The table of a trigger. */
function tableOf(tokens: Token[]): string | undefined {
  return nameAt(tokens, tokens.findIndex(({ text }) => text === 'on') + 1)
}

/** The events of a trigger: `update` of single columns, or of any. */
function eventsOf(tokens: Token[]): string[] {
  const table = tableOf(tokens)
  const text = tokens.map((token) => token.text).join(' ')
  const [events = ''] = / (?:before|after) .*? on /.exec(text) ?? []
  const columns = / of (.*?)(?= or | on )/.exec(events)?.[1]?.split(' , ')
  return ['insert', 'update', 'delete'].flatMap((event) => {
    if (!events.includes(` ${event} `)) return []
    return event === 'update' && columns
      ? columns.map((column) => `update ${table}.${column}`)
      : [`${event} ${table}`]
  })
}

function collect(tokens: Token[], found: SqlStatement): void {
  tokens.forEach(({ text, tokenName }, at) => {
    const [previous, next] = [tokens[at - 1]?.text ?? '', tokens[at + 1]]
    const name = nameAt(tokens, at)
    if (name !== undefined) found.references.add(name)
    if (tokenName === 'SCONST') {
      const content = text.slice(text.startsWith('$$') ? 2 : 1, text.startsWith('$$') ? -2 : -1)
      const isCode = text.startsWith('$$') || previous === 'execute'
      // A cast, such as `'private.flags'::regclass`.
      const type = tokens.slice(at + 2, at + 5).map((token) => token.text)
      const isName = next?.text === '::' && /^(pg_catalog\.)?reg(class|type|proc)/.test(type.join(''))
      if (isCode || isName) collect(tokensOf(content), found)
    }
    // Not the right to execute a function, and not the function of a trigger.
    if (
      text === 'execute' &&
      next?.tokenName !== 'SCONST' &&
      !/^(function|procedure|on)$/.test(next?.text ?? '')
    )
      found.isDynamic = true
    for (const write of writesAt(tokens, at)) found.writes.add(write)
  })
}

/** What a statement that begins at a token writes. */
function writesAt(tokens: Token[], at: number): string[] {
  const [text, next] = [tokens[at]?.text, tokens[at + 1]?.text]
  if (text === 'insert' && next === 'into') return [`insert ${nameAt(tokens, at + 2)}`]
  if (text === 'delete' && next === 'from') return [`delete ${nameAt(tokens, at + 2)}`]
  if (text !== 'update') return []
  if (next !== 'set') return updatesOf(nameAt(tokens, at + 1), tokens, at)
  // `on conflict … do update set`: of the table of the insert before it.
  const into = tokens.slice(0, at).findLastIndex((token) => token.text === 'into')
  return updatesOf(nameAt(tokens, into + 1), tokens, at)
}

function updatesOf(table: string | undefined, tokens: Token[], at: number): string[] {
  if (table === undefined) return []
  const columns: string[] = []
  let depth = 0
  let isAfterSet = false
  for (const [index, { text }] of tokens.entries()) {
    if (index <= at) continue
    const isEnd = depth === 0 && /^(;|where|from|returning)$/.test(text)
    if (isEnd || depth < 0) break
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    const [previous, next] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text ?? '']
    // `a = 1, b = 2`, or `(a, b) = row(1, 2)`.
    const isFirstOfList = depth === 1 && text === '(' && previous === 'set'
    if (isFirstOfList) columns.push(...listAt(tokens, index))
    else if (depth === 0 && next === '=' && (previous === ',' || previous === 'set')) columns.push(text)
    isAfterSet ||= text === 'set'
  }
  return isAfterSet ? [`update ${table}`, ...columns.map((column) => `update ${table}.${column}`)] : []
}

function listAt(tokens: Token[], open: number): string[] {
  const close = tokens.findIndex(({ text }, index) => index > open && text === ')')
  return tokens.slice(open + 1, close).flatMap(({ text }) => (text === ',' ? [] : [text]))
}
