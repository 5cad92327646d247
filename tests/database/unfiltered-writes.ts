import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

type Node = Record<string, unknown>

/**
 * The statements of a function that Supabase refuses when the Data API runs it: UPDATE and DELETE without WHERE, in a CTE too, and what
 * EXECUTE may write, which only shows when it runs.
 * @param definition a `create function` for SQL or PL/pgSQL, as `pg_get_functiondef` returns it
 * @throws Error when the definition or a statement of its body cannot be parsed
 */
export function unfilteredWrites(definition: string): string[] {
  const [create] = nodes(parseSync(definition), 'CreateFunctionStmt')
  const options = nodes(create, 'DefElem')
  const [language] = nodes(options.find(({ defname }) => defname === 'language')?.arg, 'String')
  if (language?.sval === 'plpgsql') return inPlpgsql(definition)
  if (language?.sval !== 'sql') throw new Error(`the language ${language?.sval} is not checked`)
  // The body is text, or a part of the statement (`begin atomic` and `return`).
  const [text] = nodes(options.find(({ defname }) => defname === 'as')?.arg, 'String')
  return inStatement(text ? parseSync(text.sval as string) : create?.sql_body)
}

function inPlpgsql(definition: string): string[] {
  // The parser does not know the types of the schema: it takes an array of a composite type for a record.
  const tree = parsePlPgSQLSync(definition.replaceAll(/\b(public|private|admin)\.\w+\[\]/g, 'text[]'))
  const dynamic = [
    ...['PLpgSQL_stmt_dynexecute', 'PLpgSQL_stmt_dynfors'].flatMap((kind) =>
      nodes(tree, kind).map((it) => it.query),
    ),
    ...nodes(tree, 'PLpgSQL_stmt_return_query').map((it) => it.dynquery),
    ...nodes(tree, 'PLpgSQL_stmt_open').map((it) => it.dynquery),
  ].flatMap((query) => nodes(query, 'PLpgSQL_expr'))
  return [
    ...nodes(tree, 'PLpgSQL_expr').flatMap((expression) => inStatement(parsed(expression))),
    ...dynamic.filter(mayWrite).map(({ query }) => `execute ${query}`),
  ]
}

/** An expression of PL/pgSQL is a statement, or what follows SELECT, or an assignment of that. */
function parsed({ query, parseMode }: Node): unknown {
  const [statement, expression] = [0, 2]
  const text = query as string
  if (parseMode === statement) return parseSync(text)
  return parseSync(`select ${parseMode === expression ? text : text.replace(/^.*?:?=/s, '')}`)
}

/** Whether a string that EXECUTE runs may write: it is not in the function, or has a word that writes. */
function mayWrite(expression: Node): boolean {
  const texts = nodes(parsed(expression), 'A_Const').flatMap(({ sval }) =>
    sval ? [(sval as Node).sval as string] : [],
  )
  return texts.length === 0 || texts.some((text) => /\b(insert|update|delete|merge|truncate)\b/i.test(text))
}

function inStatement(tree: unknown): string[] {
  return (['UpdateStmt', 'DeleteStmt'] as const).flatMap((kind) =>
    nodes(tree, kind)
      .filter((statement) => statement.whereClause === undefined)
      .map(({ relation }) => {
        const { schemaname, relname } = relation as Node
        return `${kind === 'UpdateStmt' ? 'update' : 'delete from'} ${schemaname}.${relname}`
      }),
  )
}

/** All nodes of a kind in a syntax tree. */
function nodes(tree: unknown, kind: string): Node[] {
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === kind && typeof value === 'object' ? [value as Node] : []),
    ...nodes(value, kind),
  ])
}
