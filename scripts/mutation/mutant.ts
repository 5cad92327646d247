/** A rule taken away: one edit of one file. */
export type Mutant = {
  /** File, line and what was taken away; the same in every run, for `--only` and `--resume`. */
  id: string
  /** Path in the project. */
  file: string
  line: number
  /** What was taken away, in a few words. */
  what: string
  start: number
  end: number
  replacement: string
}

/** What a generator finds: an edit, and what it takes away. */
export type Edit = Pick<Mutant, 'what' | 'start' | 'end' | 'replacement'>

/** Makes mutants of the edits of one file: in the order of the file, each with an id of its own. */
export function mutantsOf(file: string, text: string, edits: Iterable<Edit>): Mutant[] {
  const seen = new Map<string, number>()
  return [...edits]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => {
      const line = text.slice(0, edit.start).split('\n').length
      const id = `${file}:${line} ${edit.what}`
      const times = (seen.get(id) ?? 0) + 1
      seen.set(id, times)
      return { id: times === 1 ? id : `${id} (${times})`, file, line, ...edit }
    })
}

/** The text with the edit made. */
export function mutated(text: string, { start, end, replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** Where the bracket that opens at `open` is closed: the index after it. Strings in single quotes are passed over. */
export function closing(text: string, open: number): number {
  let depth = 0
  let inString = false
  for (let i = open; i < text.length; i++) {
    const character = text[i]
    if (character === "'") inString = !inString
    else if (inString) continue
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return i + 1
  }
  throw new Error(`The bracket at ${open} is never closed.`)
}

/** One line of at most so many characters. */
export function brief(text: string, longest = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
