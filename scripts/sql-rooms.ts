import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sqlFilesIn } from '../local/postgres/migrate.ts'
import { type SqlStatement, sqlStatements } from './sql-references.ts'

/** A file of sql/, such as `text/10_base.sql`. */
export type SqlFile = { name: string; text: string }

/**
 * The folders of sql/ in the order in which they are applied: each names only what an earlier one defines. What a skill is comes before its
 * ratings and identifiers, and the routes of skills after them.
 */
export const sqlRooms = [
  'text',
  'agents',
  'skills',
  'ratings',
  'identifiers',
  'skills/routes',
  'search',
  'moderation',
  'registry',
  'pages',
]

/** A reference from a statement to an object that another file defines. */
type Reference = { from: string; statement: string; object: string; to: string }

type ParsedFile = { name: string; statements: SqlStatement[] }

/** The paths of the SQL files in the rooms of a folder, in the order in which they are applied. A room can be missing. */
export function roomFiles(folder: string): string[] {
  return sqlRooms
    .map((room) => join(folder, room))
    .filter((path) => existsSync(path))
    .flatMap(sqlFilesIn)
}

/** The SQL files in the rooms of a folder, in the order in which they are applied. */
export function readSqlFiles(folder: string): SqlFile[] {
  return roomFiles(folder).map((path) => ({
    name: relative(folder, path).replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8'),
  }))
}

/** Checks that each file has its own number in its room, defines what no other one defines, and names nothing of a later file. */
export function roomProblems(files: SqlFile[]): string[] {
  const parsed = files.map(parse)
  return [
    ...nameProblems(files.map(({ name }) => name)),
    ...duplicateDefinitions(parsed),
    ...parsed
      .filter(({ statements }) => statements.some(({ isDynamic }) => isDynamic))
      .map(
        ({ name }) =>
          `sql/${name} runs SQL from a string, whose references are not known: write a statement.`,
      ),
    ...laterReferences(parsed).map(
      ({ from, statement, object, to }) => `sql/${from}: ${statement} names ${object} of sql/${to}.`,
    ),
  ]
}

function parse({ name, text }: SqlFile): ParsedFile {
  try {
    return { name, statements: sqlStatements(text) }
  } catch (error) {
    throw new Error(`sql/${name} cannot be parsed: ${(error as Error).message}`)
  }
}

function referencesOf(files: ParsedFile[]): Reference[] {
  const definedIn = new Map<string, string>()
  for (const { name, statements } of files) {
    for (const { defines } of statements) {
      if (defines && !definedIn.has(defines.name)) definedIn.set(defines.name, name)
    }
  }
  const found = new Map<string, Reference>()
  for (const { name: from, statements } of files) {
    for (const { defines, references } of statements) {
      for (const object of references) {
        const to = definedIn.get(object)
        const statement = defines?.signature ?? 'a statement'
        if (to && to !== from) found.set(`${from} ${statement} ${object}`, { from, statement, object, to })
      }
    }
  }
  return [...found.values()]
}

function laterReferences(files: ParsedFile[]): Reference[] {
  const order = files.map(({ name }) => name)
  return referencesOf(files).filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))
}

function nameProblems(names: string[]): string[] {
  const number = (name: string) => name.slice(0, name.lastIndexOf('/') + 3)
  const numbers = names.map(number)
  return [
    ...names
      .filter((name) => !/^[a-z]+\/(routes\/)?\d\d_[a-z_]+\.sql$/.test(name))
      .map((name) => `sql/${name}: a name has two digits, an underscore and words in lower case.`),
    ...names
      .filter((name, index) => numbers.indexOf(number(name)) < index)
      .map((name) => `sql/${name} has the number of another file.`),
  ]
}

/**
 * Functions with the same name and other arguments belong in one file: a call does not tell them apart.
 */
function duplicateDefinitions(files: ParsedFile[]): string[] {
  const problems: string[] = []
  const signatures = new Set<string>()
  const fileOf = new Map<string, string>()
  for (const { name: file, statements } of files) {
    for (const { defines } of statements) {
      if (!defines) continue
      const first = fileOf.get(defines.name) ?? file
      if (first !== file) problems.push(`sql/${file} defines ${defines.signature}: sql/${first} does, too.`)
      else if (signatures.has(defines.signature))
        problems.push(`sql/${file} defines ${defines.signature} twice.`)
      signatures.add(defines.signature)
      fileOf.set(defines.name, first)
    }
  }
  return problems
}
