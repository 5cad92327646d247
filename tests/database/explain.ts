import postgres from 'postgres'
import { inject } from 'vitest'

/** One node of a plan in EXPLAIN's JSON. */
export type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}
export type Statement = { query: string; plan: Node }

export type Explain = (parameters: string) => Promise<{ rows: number; statements: Statement[] }>

/**
 * A connection as anon that calls a SQL function and collects the plans of its statements; `rows` is the `count` of the answer.
 * @param key the key of an agent, if the function needs one
 */
export async function explainer(database: string, name: string, key?: string): Promise<{ explain: Explain }> {
  let statements: Statement[] = []
  const sql = postgres(inject('localStack')?.adminDatabaseUrl ?? '', {
    database,
    max: 1,
    onnotice: ({ message = '' }) => {
      const json = /plan:\n(.*)/s.exec(message)?.[1]
      if (!json) return
      const { 'Query Text': query, Plan: plan } = JSON.parse(json)
      statements.push({ query, plan })
    },
  })
  await sql.unsafe(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_format = json;
    set auto_explain.log_level = notice;
    select set_config('request.headers', '${JSON.stringify(key === undefined ? {} : { 'x-api-key': key })}', false);
    set role anon`)
  return {
    explain: async (parameters) => {
      // The first call fills the caches of plans and of the catalogue.
      await sql.unsafe(`select ${name}(${parameters})`)
      statements = []
      const [row] = await sql.unsafe(`select (${name}(${parameters}) ->> 'count')::integer as rows`)
      return { rows: row?.rows as number, statements }
    },
  }
}

/** A node and its descendants. */
export function nodes(plan: Node): Node[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)]
}

/** The plan without numbers. */
export function shape(plan: Node): unknown {
  return [plan['Node Type'], plan['Index Name'], ...(plan.Plans ?? []).map(shape)].filter(Boolean)
}

/** The statements that read tables with matching names. */
export function readersOf(tables: RegExp, statements: Statement[]): Statement[] {
  return statements.filter(({ plan }) => nodes(plan).some((node) => tables.test(node['Relation Name'] ?? '')))
}

/** What the statements of a call that read tables with matching names read: their plans, the nodes of these, and what those used. */
export async function reading(explain: Explain, tables: RegExp, parameters: string) {
  const { rows, statements } = await explain(parameters)
  const plans = readersOf(tables, statements).map(({ plan }) => plan)
  const all = plans.flatMap(nodes)
  return {
    rows,
    statements,
    nodes: all,
    shapes: plans.map(shape),
    types: [...new Set(all.map((node) => node['Node Type']))],
    // Without those of skipped scans.
    indexes: new Set(all.flatMap((node) => (node['Actual Loops'] > 0 && node['Index Name']) || [])),
    pages: plans.reduce((sum, plan) => sum + pages(plan), 0),
  }
}

/** The pages that a plan read. */
export const pages = (plan: Node) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** The nodes that read more than is asked for. Postgres's own tables are small, and a node that did not run read nothing. */
export function slowNodes(statements: Statement[]): string[] {
  return statements
    .flatMap(({ plan }) => nodes(plan))
    .filter((node) => node['Actual Loops'] > 0 && !node['Relation Name']?.startsWith('pg_'))
    .map((node) => node['Node Type'])
    .filter((type) => /^(Seq Scan|Hash Join|Merge Join)$/.test(type))
}
