import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from 'libpg-query'

/** Functions have their own names; tables, views and types share theirs. */
export type Namespace = 'function' | 'relation'

/** An object with the schema in its name. */
export type SqlObject = { namespace: Namespace; name: string }

/** What a statement of a file defines and which objects it names, in the body of a function too. */
export type SqlStatement = {
  /** What the statement defines, such as `private.clean_text(text)`; undefined for a grant, a comment and the like. */
  defines: (SqlObject & { signature: string }) | undefined
  source: string
  isView: boolean
  references: SqlObject[]
  /** What it writes, such as `insert public.ratings` and `update public.ratings.claws`. */
  writes: Set<string>
  /** The events at which a trigger fires, in the form of `writes`. */
  firesOn: string[]
  /** Whether it runs a string that is not constant, so that not all references are known. */
  isDynamic: boolean
}

/** A node of a parse tree of libpg_query: https://github.com/pganalyze/libpg_query/blob/18-latest/protobuf/pg_query.proto */
type Node = { [field: string]: unknown }

await loadModule()

/**
 * Parses SQL with Postgres's own parser, and what functions in SQL and PL/pgSQL contain as strings.
 * @throws Error when a text is not valid SQL
 */
export function sqlStatements(text: string): SqlStatement[] {
  const bytes = Buffer.from(text)
  const { stmts = [] } = parseSync(text) as { stmts?: Node[] }
  return stmts.map(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    const from = start as number
    const source = bytes.subarray(from, length ? from + (length as number) : undefined).toString()
    return statement(stmt as Node, source)
  })
}

function statement(tree: Node, source: string): SqlStatement {
  const [[tag, node] = ['', {}]] = Object.entries(tree) as [string, Node][]
  const found = { ...emptyStatement(), source, isView: tag === 'ViewStmt' }
  const definition = definitionIn(tag, node)
  if (definition) {
    found.defines = definition.object
    // The name of the object that it defines does not count as a reference.
    collect({ ...node, [definition.field]: undefined }, found, commonTables(node))
  } else {
    collect(node, found, commonTables(node))
  }
  if (tag === 'CreateFunctionStmt' || tag === 'DoStmt') collectBody(node, source, found)
  if (tag === 'CreateTrigStmt') found.firesOn = eventsOf(node)
  if (tag === 'CommentStmt' || tag === 'AlterDomainStmt') {
    const reference = namedObject(String(node.objtype ?? 'OBJECT_DOMAIN'), node.object ?? node.typeName)
    if (reference) found.references.push(reference)
  }
  return found
}

function emptyStatement(): SqlStatement {
  return {
    defines: undefined,
    source: '',
    isView: false,
    references: [],
    writes: new Set(),
    firesOn: [],
    isDynamic: false,
  }
}

/** The events of a trigger; TRIGGER_TYPE_* in pg_trigger.h. */
function eventsOf({ relation, events = 0, columns }: Node): string[] {
  const table = rangeName(relation as Node)
  const bits = { insert: 4, delete: 8, update: 16 }
  const isFor = (bit: number) => ((events as number) & bit) !== 0
  return Object.entries(bits).flatMap(([event, bit]) => {
    if (!isFor(bit)) return []
    const names = event === 'update' ? strings(columns) : []
    return names.length > 0 ? names.map((name) => `update ${table}.${name}`) : [`${event} ${table}`]
  })
}

function definitionIn(
  tag: string,
  node: Node,
): { object: SqlObject & { signature: string }; field: string } | undefined {
  const relation = (field: string, range = node[field]) => {
    const name = rangeName(range as Node)
    return { object: { namespace: 'relation', name, signature: name } as const, field }
  }
  const typed = (field: string) => {
    const name = qualifiedName(strings(node[field]))
    return { object: { namespace: 'relation', name, signature: name } as const, field }
  }
  switch (tag) {
    case 'CreateStmt':
    case 'CreateSeqStmt':
      return relation(tag === 'CreateStmt' ? 'relation' : 'sequence')
    case 'ViewStmt':
      return relation('view')
    case 'CreateTableAsStmt':
      return relation('into', (node.into as Node).rel)
    case 'CompositeTypeStmt':
      return relation('typevar')
    case 'CreateEnumStmt':
    case 'CreateRangeStmt':
      return typed('typeName')
    case 'CreateDomainStmt':
      return typed('domainname')
    case 'CreateFunctionStmt': {
      const name = qualifiedName(strings(node.funcname))
      return {
        object: { namespace: 'function', name, signature: `${name}(${argumentTypes(node)})` },
        field: 'funcname',
      }
    }
    case 'CreateTrigStmt': {
      // A trigger belongs to its table. Other objects cannot name it.
      const signature = `trigger ${node.trigname} on ${rangeName(node.relation as Node)}`
      return { object: { namespace: 'relation', name: signature, signature }, field: 'trigname' }
    }
    default:
      return undefined
  }
}

/** Walks a parse tree. Fields of one type have no tag, so nodes are known by their fields. */
function collect(node: unknown, found: SqlStatement, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, found, names)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { relname, funcname, objname, names: typeNames, pct_type: isColumn, TypeCast: cast } = node as Node
  const add = (namespace: Namespace, parts: string[]) =>
    found.references.push({ namespace, name: qualifiedName(parts) })
  if (typeof relname === 'string') {
    const range = node as Node
    if (range.schemaname || !names.has(relname)) add('relation', rangeName(range).split('.'))
  }
  if (Array.isArray(funcname)) add('function', strings(funcname))
  if (Array.isArray(objname)) add('function', strings(objname))
  // `table.column%type` names a column.
  if (Array.isArray(typeNames)) add('relation', strings(typeNames).slice(0, isColumn ? -1 : undefined))
  if (cast) {
    const reference = castToObject(cast as Node)
    if (reference) found.references.push(reference)
  }
  for (const write of writesOf(node as Node)) found.writes.add(write)
  for (const child of Object.values(node)) collect(child, found, names)
}

function writesOf({ InsertStmt: insert, UpdateStmt: update, DeleteStmt: deletion }: Node): string[] {
  const table = (statement: unknown) => rangeName((statement as Node).relation as Node)
  const updates = (statement: unknown, { targetList }: Node) => [
    `update ${table(statement)}`,
    ...(targetList as { ResTarget: { name: string } }[]).map(
      ({ ResTarget }) => `update ${table(statement)}.${ResTarget.name}`,
    ),
  ]
  const conflict = (insert as Node | undefined)?.onConflictClause as Node | undefined
  return [
    ...(insert ? [`insert ${table(insert)}`] : []),
    ...(update ? updates(update, update as Node) : []),
    ...(conflict?.action === 'ONCONFLICT_UPDATE' ? updates(insert, conflict) : []),
    ...(deletion ? [`delete ${table(deletion)}`] : []),
  ]
}

/** `'public.skills'::regclass` and the like. */
function castToObject({ arg, typeName }: Node): SqlObject | undefined {
  const type = strings((typeName as Node).names).at(-1) ?? ''
  const constant = (arg as { A_Const?: { sval?: { sval?: string } } }).A_Const?.sval?.sval
  if (!constant) return undefined
  const name = qualifiedName(constant.replace(/\(.*/, '').split('.'))
  if (['regclass', 'regtype'].includes(type)) return { namespace: 'relation', name }
  return ['regproc', 'regprocedure'].includes(type) ? { namespace: 'function', name } : undefined
}

/** What a comment is on. Functions and types are found by `collect`. */
function namedObject(kind: string, object: unknown): SqlObject | undefined {
  const list = (object as { List?: { items: Node[] } }).List?.items ?? object
  const parts = Array.isArray(list) ? strings(list) : []
  if (parts.length === 0) return undefined
  const ofTable = ['OBJECT_COLUMN', 'OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_TABCONSTRAINT'].includes(kind)
  const ofSchema = ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_DOMAIN', 'OBJECT_SEQUENCE'].includes(kind)
  if (!ofTable && !ofSchema) return undefined
  return { namespace: 'relation', name: qualifiedName(ofTable ? parts.slice(0, -1) : parts) }
}

function collectBody(node: Node, source: string, found: SqlStatement): void {
  const options = (node.options ?? node.args ?? []) as { DefElem: { defname: string; arg: unknown } }[]
  const option = (name: string) => options.find(({ DefElem }) => DefElem.defname === name)?.DefElem.arg
  const language = strings([option('language')])[0] ?? 'plpgsql'
  const body = option('as') as { List?: { items: Node[] } } | undefined
  if (!body) return
  const text = strings(body.List ? body.List.items : [body])[0] ?? ''
  if (language === 'plpgsql') {
    // It takes a type that it does not know for record, and rejects arrays of these.
    collectPlPgSQL(parsePlPgSQLSync(source.replace(/\breturns (\w+\.)+?\w+\[\]/i, 'returns text[]')), found)
    collectTokens(text, found)
  } else if (language === 'sql') {
    collectText(text, found)
  }
}

/** Qualified names in the tokens of a function: its tree lacks the defaults of variables whose type is a row. */
function collectTokens(text: string, found: SqlStatement): void {
  const { tokens } = scanSync(text)
  tokens.forEach(({ text: dot }, index) => {
    const [schema, name, next] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    if (dot !== '.' || !schema || !name) return
    const namespace = next?.text === '(' ? 'function' : 'relation'
    found.references.push({ namespace, name: qualifiedName([schema.text, name.text]) })
  })
}

function collectText(text: string, found: SqlStatement): void {
  const tree = parseSync(text)
  collect(tree, found, commonTables(tree))
}

/** Walks the tree of a function in PL/pgSQL, in which types, expressions and queries are texts. */
function collectPlPgSQL(node: unknown, found: SqlStatement): void {
  if (Array.isArray(node)) {
    for (const item of node) collectPlPgSQL(item, found)
    return
  }
  if (typeof node !== 'object' || node === null) return
  for (const [field, child] of Object.entries(node)) {
    if (field === 'PLpgSQL_expr') {
      collectText(expressionQuery(child as Expression), found)
    } else if (field === 'PLpgSQL_type') {
      found.references.push(...variableType((child as { typname: string }).typname))
    } else {
      const { query } = child as { query?: unknown }
      if (field === 'PLpgSQL_stmt_dynexecute' || field === 'PLpgSQL_stmt_dynfors')
        collectDynamic(query, found)
      if (field === 'dynquery') collectDynamic(child, found)
      collectPlPgSQL(child, found)
    }
  }
}

type Expression = { query: string; parseMode?: number }

/** RawParseMode in parser.h: 0 is a statement, 2 an expression, and 3 to 5 an assignment. */
function expressionQuery({ query, parseMode = 0 }: Expression): string {
  if (parseMode === 0) return query
  return `select ${parseMode === 2 ? query : query.replace(/^[^=]*=/, '')}`
}

/** A type as PL/pgSQL writes it, such as `public.skills%rowtype`. */
function variableType(type: string): SqlObject[] {
  const found = emptyStatement()
  const name = type.replace(/%rowtype/i, '')
  const column = /^(.+)%type/i.exec(name)?.[1]
  collectText(`select null::${column ?? name}`, found)
  if (!column) return found.references
  return found.references.map(({ name: ofColumn }) => ({
    namespace: 'relation',
    name: qualifiedName(ofColumn.split('.').slice(0, -1)),
  }))
}

/** SQL that runs from a string: a constant is parsed, everything else is reported. */
function collectDynamic(expression: unknown, found: SqlStatement): void {
  const { query } = (expression as { PLpgSQL_expr: Expression }).PLpgSQL_expr
  const { stmts } = parseSync(`select ${query}`) as {
    stmts: { stmt: { SelectStmt: { targetList: { ResTarget: { val: Node } }[] } } }[]
  }
  const value = stmts[0]?.stmt.SelectStmt.targetList[0]?.ResTarget.val
  const constant = (value?.A_Const as { sval?: { sval: string } } | undefined)?.sval?.sval
  if (constant === undefined) found.isDynamic = true
  else collectText(constant, found)
}

/** The names that `with` gives to queries. */
function commonTables(node: unknown): Set<string> {
  const names = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { ctename } = value as Node
    if (typeof ctename === 'string') names.add(ctename)
    Object.values(value).forEach(walk)
  }
  walk(node)
  return names
}

function argumentTypes({ parameters = [] }: Node): string {
  const inputs = (parameters as { FunctionParameter: { argType: Node; mode: string } }[])
    .map(({ FunctionParameter }) => FunctionParameter)
    .filter(({ mode }) => mode !== 'FUNC_PARAM_TABLE' && mode !== 'FUNC_PARAM_OUT')
  return inputs
    .map(({ argType }) => strings(argType.names).slice(-1).join('.') + (argType.arrayBounds ? '[]' : ''))
    .join(', ')
}

function rangeName({ schemaname, relname }: Node): string {
  return qualifiedName([schemaname, relname].filter((part) => typeof part === 'string'))
}

/** The values of the String nodes of a list. */
function strings(list: unknown): string[] {
  return ((list ?? []) as { String?: { sval: string } }[]).flatMap((item) => item?.String?.sval ?? [])
}

/** A name with its schema: without one, `public` is meant. Names of types of Postgres itself then match no object of ours. */
function qualifiedName(parts: string[]): string {
  return parts.length === 1 ? `public.${parts[0]}` : parts.join('.')
}
