import { Unreadable } from './read.ts'

/** For parsers that are slower than that of JSON. */
const MAX_LENIENT = 4 * 1024 * 1024

/** JSON, with comments and trailing commas as several clients accept them. @throws Unreadable */
export async function parseJson(text: string): Promise<unknown> {
  if (!text.trim()) return {}
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {}
  // The lenient parser keeps each error in memory.
  if (text.length > MAX_LENIENT) throw new Unreadable('it is not valid JSON')
  const { parse } = await import('jsonc-parser')
  const errors: { offset: number }[] = []
  let content: unknown
  try {
    content = parse(text.replace(/^\uFEFF/, ''), errors as never[], { allowTrailingComma: true })
  } catch {
    throw new Unreadable('it is nested too deeply')
  }
  const [first] = errors
  if (first)
    throw new Unreadable(`it is not valid JSON (line ${text.slice(0, first.offset).split('\n').length})`)
  return content
}

/** @throws Unreadable */
export async function parseToml(text: string): Promise<unknown> {
  if (text.length > MAX_LENIENT) throw new Unreadable('it is larger than 4 MB')
  const { parse, TomlError } = await import('smol-toml')
  try {
    return parse(text)
  } catch (error) {
    // The message of a TomlError quotes the file.
    throw new Unreadable(`it is not valid TOML${error instanceof TomlError ? ` (line ${error.line})` : ''}`)
  }
}
