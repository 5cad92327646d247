import { join } from 'node:path'
import { expect } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { sqlStatements } from '../../scripts/sql-references.ts'
import { readSqlFiles } from '../../scripts/sql-rooms.ts'
import { attempt, rolledBack } from './fixtures.ts'
import type { OwnDatabase } from './own-database.ts'

/** What the rooms `identifiers` and `registry` define. */
const OF_REGISTRY = new Set(
  readSqlFiles(join(projectDir, 'sql'))
    .filter(({ name }) => /^(identifiers|registry)\//.test(name))
    .flatMap(({ text }) => sqlStatements(text))
    .flatMap(({ defines }) => defines?.name ?? []),
)

/** The constraints of the tables and domains of the rooms `identifiers` and `registry`, or of all other rooms. */
export function constraintsOf(database: OwnDatabase, isRegistry: boolean) {
  const namesIn = async (query: string) => {
    const rows = await database.admin.unsafe<{ object: string; name: string }[]>(query)
    return rows.filter(({ object }) => OF_REGISTRY.has(object) === isRegistry).map(({ name }) => name)
  }
  const OURS = `('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)`
  return {
    /** The names of the CHECKs. */
    checks: () =>
      namesIn(`
        select concat_ws('.', coalesce(c.relnamespace, t.typnamespace)::regnamespace, coalesce(c.relname, t.typname)) as object, conname as name
        from pg_constraint as k left join pg_class as c on c.oid = k.conrelid left join pg_type as t on t.oid = k.contypid
        where contype = 'c' and connamespace in ${OURS}
        order by conname`),
    /** The columns that may be null, such as `skills.url`. */
    nullableColumns: async () =>
      (
        await namesIn(`
          select concat_ws('.', c.relnamespace::regnamespace, c.relname) as object, a.attrelid::regclass || '.' || a.attname as name
          from pg_attribute as a join pg_class as c on c.oid = a.attrelid
          where c.relkind = 'r' and c.relnamespace in ${OURS} and a.attnum > 0 and not a.attisdropped and not a.attnotnull`)
      ).sort(),
    /** The tables of each foreign key that does not delete its rows with what they refer to, such as `skills agents`. */
    keepingForeignKeys: () =>
      namesIn(`
        select concat_ws('.', c.relnamespace::regnamespace, c.relname) as object, concat_ws(' ', conrelid::regclass, confrelid::regclass) as name
        from pg_constraint as k join pg_class as c on c.oid = k.conrelid
        where contype = 'f' and confdeltype <> 'c' and connamespace in ${OURS}`),
  }
}

/** Each statement that a constraint must reject, with the name of the constraint. */
export function casesOf(checks: Record<string, string[]>): [constraint: string, statement: string][] {
  return Object.entries(checks).flatMap(([constraint, statements]) =>
    statements.map((statement): [string, string] => [constraint, statement]),
  )
}

/** Expects a statement to fail by a constraint. */
export async function expectRejected(
  database: OwnDatabase,
  code: string,
  constraint: string,
  statement: string,
): Promise<void> {
  await rolledBack(database.owner, async (tx) => {
    const error = await attempt(tx, (inner) => inner.unsafe(statement))
    expect([error?.code, error?.constraint_name]).toEqual([code, constraint])
  })
}
