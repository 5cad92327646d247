import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sqlFilesIn } from '../local/postgres/migrate.ts'
import { type SqlStatement, sqlStatements } from './sql-references.ts'

export type SqlFile = { name: string; text: string }

/** Exceptions to the rules of the layers of sql/, each with its reason. The check reports an entry that is not needed. */
export type Exceptions = {
  /** References to a file of the same group with a higher number, such as `function private.trim_text`. */
  upward: { file: string; object: string; reason: string }[]
  /** Files that run SQL from strings, and the objects that are named there. */
  dynamic: { file: string; objects: string[]; reason: string }[]
}

const EXCEPTIONS: Exceptions = {
  upward: [],
  dynamic: [],
}

/** A reference from a statement to an object that another file defines. */
type Reference = { from: string; statement: string; object: string; to: string }

type ParsedFile = { name: string; statements: SqlStatement[] }

/** The SQL files of a folder, in the order in which they are applied. */
export function readSqlFiles(folder: string): SqlFile[] {
  return sqlFilesIn(folder).map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') }))
}

/**
 * Checks that files are layers: each has its own number, defines what no other one defines, and names nothing that a group above
 * defines. Files of one group have the same first digit.
 */
export function layerProblems(files: SqlFile[], exceptions = EXCEPTIONS): string[] {
  const parsed = files.map(parse)
  const upward = upwardReferences(referencesOf(parsed, exceptions))
  return [
    ...numberProblems(files.map(({ name }) => name)),
    ...duplicateDefinitions(parsed),
    ...dynamicProblems(parsed, exceptions),
    ...upwardProblems(upward, exceptions),
  ]
}

/** Figures about the references between files, and each reference that goes upwards. */
export function graphSummary(files: SqlFile[]): string {
  const parsed = files.map(parse)
  const references = referencesOf(parsed, EXCEPTIONS)
  const functions = parsed
    .flatMap(({ statements }) => statements)
    .filter(({ defines }) => defines?.namespace === 'function')
  const upward = upwardReferences(references)
  const betweenGroups = upward.filter(({ from, to }) => groupOf(from) !== groupOf(to))
  const withinGroups = upward.filter(({ from, to }) => groupOf(from) === groupOf(to))
  const ofGroups = references.map(({ from, to }) => ({ from: groupOf(from), to: groupOf(to) }))
  const groups = new Set(files.map(({ name }) => groupOf(name)))
  return [
    `${files.length} files in ${groups.size} groups, ${functions.length} functions`,
    `${pairsOf(references).size} pairs of files with references, ${mutualPairs(references)} mutual; ${mutualPairs(ofGroups)} mutual pairs of groups`,
    `Upwards between groups: ${pairsOf(betweenGroups).size} pairs of files, ${betweenGroups.length} references`,
    `Upwards within a group: ${pairsOf(withinGroups).size} pairs of files, ${withinGroups.length} references`,
    ...upward.map(({ from, statement, object, to }) => `  ${from} → ${to}: ${statement} names ${object}`),
  ].join('\n')
}

function parse({ name, text }: SqlFile): ParsedFile {
  try {
    return { name, statements: sqlStatements(text) }
  } catch (error) {
    throw new Error(`sql/${name} cannot be parsed: ${(error as Error).message}`)
  }
}

function referencesOf(files: ParsedFile[], { dynamic }: Exceptions): Reference[] {
  const definedIn = new Map<string, string>(
    files.flatMap(({ name, statements }) =>
      statements.flatMap(({ defines }) =>
        defines ? [[`${defines.namespace} ${defines.name}`, name] as const] : [],
      ),
    ),
  )
  const found = new Map<string, Reference>()
  const add = (from: string, statement: string, object: string) => {
    const to = definedIn.get(object)
    if (to && to !== from) found.set(`${from} ${statement} ${object}`, { from, statement, object, to })
  }
  for (const { name, statements } of files) {
    for (const { defines, references } of statements) {
      for (const object of references) {
        add(name, defines?.signature ?? 'a statement', `${object.namespace} ${object.name}`)
      }
    }
  }
  for (const { file, objects } of dynamic) {
    for (const object of objects) add(file, 'dynamic SQL', object)
  }
  return [...found.values()]
}

function numberProblems(names: string[]): string[] {
  const wrong = names.filter((name) => !/^\d\d_[a-z_]+\.sql$/.test(name))
  const numbers = names.map((name) => name.slice(0, 2))
  const repeated = names.filter((name, index) => numbers.indexOf(name.slice(0, 2)) < index)
  return [
    ...wrong.map((name) => `sql/${name}: a name has two digits, an underscore and words in lower case.`),
    ...repeated.map((name) => `sql/${name} has the number of another file.`),
  ]
}

/** Functions with the same name and other arguments belong in one file: a call does not tell them apart. */
function duplicateDefinitions(files: ParsedFile[]): string[] {
  const problems: string[] = []
  const signatures = new Set<string>()
  const fileOf = new Map<string, string>()
  for (const { name: file, statements } of files) {
    for (const { defines } of statements) {
      if (!defines) continue
      const object = `${defines.namespace} ${defines.name}`
      const first = fileOf.get(object) ?? file
      if (first !== file) problems.push(`sql/${file} defines ${defines.signature}: sql/${first} does, too.`)
      else if (signatures.has(defines.signature))
        problems.push(`sql/${file} defines ${defines.signature} twice.`)
      signatures.add(defines.signature)
      fileOf.set(object, first)
    }
  }
  return problems
}

function dynamicProblems(files: ParsedFile[], { dynamic }: Exceptions): string[] {
  const found = files.filter(({ statements }) => statements.some((statement) => statement.isDynamic))
  const isListed = ({ name }: ParsedFile) => dynamic.some(({ file }) => file === name)
  const unused = dynamic.filter(({ file }) => !found.some(({ name }) => name === file))
  return [
    ...found
      .filter((file) => !isListed(file))
      .map(({ name }) => `sql/${name} runs SQL from a string: write a statement, or list what it names.`),
    ...unused.map(({ file }) => `sql/${file} runs no SQL from strings: remove it from the exceptions.`),
  ]
}

function upwardProblems(upward: Reference[], { upward: listed }: Exceptions): string[] {
  const isListed = ({ from, to, object }: Reference) =>
    groupOf(from) === groupOf(to) && listed.some((entry) => entry.file === from && entry.object === object)
  const unused = listed.filter(
    ({ file, object }) => !upward.some((one) => one.from === file && one.object === object),
  )
  return [
    ...upward
      .filter((reference) => !isListed(reference))
      .map(({ from, statement, object, to }) => `sql/${from}: ${statement} names ${object} of sql/${to}.`),
    ...unused.map(
      ({ file, object }) => `sql/${file} names no ${object} above: remove it from the exceptions.`,
    ),
  ]
}

function upwardReferences(references: Reference[]): Reference[] {
  return references.filter(({ from, to }) => from < to)
}

function groupOf(name: string): string {
  return name.charAt(0)
}

type Edge = { from: string; to: string }

function pairsOf(edges: Edge[]): Set<string> {
  return new Set(edges.map(({ from, to }) => `${from} ${to}`))
}

function mutualPairs(edges: Edge[]): number {
  const pairs = pairsOf(edges)
  return pairsOf(edges.filter(({ from, to }) => from < to && pairs.has(`${to} ${from}`))).size
}
