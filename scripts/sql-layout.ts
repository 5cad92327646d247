import { readFileSync } from 'node:fs'

/** The longest a line may be, not counting the text of its strings. */
const longest = 130

/**
 * Where hand-written SQL departs from the project's layout. The formatters of SQL that there are would wreck that layout (see
 * docs/decisions.md); this holds it to what can be said in a line of code each.
 * @returns sentences that begin with the place, `path:line`
 */
export function layoutProblems(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  // Without comments, strings and quoted names, but each line where it was.
  const bare = text.replace(/--.*|E?'(?:[^']|'')*'|"[^"]*"/g, (quoted) => quoted.replace(/[^\n]/g, ''))
  const problems = bare.split('\n').flatMap((code, index) => {
    const line = lines[index] ?? ''
    return [
      /\p{Lu}/u.test(code) && 'is not in lower case',
      code.length > longest && `has more than ${longest} characters`,
      /^(?: {2})* \S/.test(line) && 'is not indented by twos',
      /\s$/.test(line) && 'ends in white space',
      line.includes('\t') && 'holds a tab',
    ].flatMap((problem) => (problem ? `${path}:${index + 1} ${problem}` : []))
  })
  return /[^\n]\n$/.test(text)
    ? problems
    : [...problems, `${path}:${lines.length} does not end in one line feed`]
}
