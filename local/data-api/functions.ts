import type { Pool } from './pool.ts'

type Parameter = { name: string; type: string; isOptional: boolean }

/** A function of the schema public that takes named arguments and returns one value. */
export type SqlFunction = { name: string; parameters: Parameter[]; result: 'void' | 'json' | 'value' }

/** The functions by name. The names of other functions, such as those that return rows, are missing. */
export type SqlFunctions = Map<string, SqlFunction[]>

type Row = {
  name: string
  argument_names: string[]
  argument_types: string[]
  defaults: number
  result: SqlFunction['result']
  is_simple: boolean
}

// Type modifier -1: without one, format_type() says `character`, which is only one character long.
const CATALOGUE = `
  select
    p.proname::text as name,
    coalesce(p.proargnames, '{}') as argument_names,
    array(
      select format_type(type, -1) from unnest(p.proargtypes) with ordinality as argument (type, ordinal) order by ordinal
    ) as argument_types,
    p.pronargdefaults as defaults,
    case r.typname when 'void' then 'void' when 'json' then 'json' when 'jsonb' then 'json' else 'value' end as result,
    p.prokind = 'f' and not p.proretset and p.proargmodes is null
      and (r.typtype in ('b', 'e', 'r', 'm') or r.typname = 'void')
      and cardinality(coalesce(p.proargnames, '{}')) = p.pronargs and not '' = any(coalesce(p.proargnames, '{}'))
      and not exists (select from pg_type as a where a.oid = any(p.proargtypes) and a.typtype = 'p') as is_simple
  from pg_proc as p
  join pg_type as r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace`

export async function readFunctions(pool: Pool): Promise<SqlFunctions> {
  const session = await pool.connect()
  const rows = await session.query<Row>(CATALOGUE, []).finally(() => session.release())
  const functions: SqlFunctions = new Map()
  for (const row of rows) functions.set(row.name, [...(functions.get(row.name) ?? []), functionOf(row)])
  for (const { name, is_simple } of rows) if (!is_simple) functions.delete(name)
  return functions
}

function functionOf({ name, argument_names, argument_types, defaults, result }: Row): SqlFunction {
  const parameters = argument_names.map((name, i) => ({
    name,
    type: argument_types[i] as string,
    isOptional: i >= argument_names.length - defaults,
  }))
  return { name, parameters, result }
}

/** The function that takes exactly these arguments; undefined when none or several do. */
export function findFunction(
  functions: SqlFunctions,
  name: string,
  names: string[],
): SqlFunction | undefined {
  const found = functions
    .get(name)
    ?.filter(
      ({ parameters }) =>
        names.every((argument) => parameters.some(({ name }) => name === argument)) &&
        parameters.every(({ name, isOptional }) => isOptional || names.includes(name)),
    )
  return found?.length === 1 ? found[0] : undefined
}

/**
 * A query that calls the function. All names and types in it are from the database and not from the request.
 * @param names the names of the arguments
 * @param from where they are: in `$1`, a JSON object, or in `$1`, `$2` … as texts, in the order of {@link passedParameters}
 */
export function callQuery(func: SqlFunction, names: string[], from: 'json' | 'texts'): string {
  const parameters = passedParameters(func, names)
  const columns = parameters.map(({ name, type }) => `${quoteName(name)} ${type}`)
  const values = parameters.map(({ name, type }, i) => {
    const value = from === 'json' ? `arguments.${quoteName(name)}` : `cast($${i + 1}::text as ${type})`
    return `${quoteName(name)} => ${value}`
  })
  const call = `public.${quoteName(func.name)}(${values.join(', ')})`
  const body = func.result === 'value' ? `to_json(${call})` : call
  const source =
    from === 'json' && parameters.length > 0
      ? `from json_to_record($1::json) as arguments (${columns.join(', ')})`
      : ''
  // The settings are what the function has set for the response, so they are read after the call.
  return `
    with answer as materialized (select ${body}::text as body ${source})
    select body, current_setting('response.status'), current_setting('response.headers') from answer`
}

/** The parameters with a given argument, in the order of their declaration. */
export function passedParameters({ parameters }: SqlFunction, names: string[]): Parameter[] {
  return parameters.filter(({ name }) => names.includes(name))
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
