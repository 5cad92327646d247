import { readFileSync } from 'node:fs'

/** Without the text of strings. */
const maxLineLength = 130

/**
 * Checks the layout of hand-written SQL with simple rules, because the available formatters do not support this layout.
 * @returns sentences that start with `path:line`
 */
export function layoutProblems(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  // Without comments, strings and quoted names, with the same line numbers. A string between tags such as $list$ is data; functions are
  // between $$.
  const bare = text.replace(/\$(\w+)\$[\s\S]*?\$\1\$|--.*|E?'(?:[^']|'')*'|"[^"]*"/g, (quoted) =>
    quoted.replace(/[^\n]/g, ''),
  )
  const problems = bare.split('\n').flatMap((code, index) => {
    const line = lines[index] ?? ''
    return [
      /\p{Lu}/u.test(code) && 'is not in lower case',
      code.length > maxLineLength && `has more than ${maxLineLength} characters`,
      /^(?: {2})* \S/.test(line) && 'is not indented by multiples of two spaces',
      /\s$/.test(line) && 'ends with white space',
      line.includes('\t') && 'contains a tab',
    ].flatMap((problem) => (problem ? `${path}:${index + 1} ${problem}` : []))
  })
  return /[^\n]\n$/.test(text)
    ? problems
    : [...problems, `${path}:${lines.length} does not end with exactly one line feed`]
}
