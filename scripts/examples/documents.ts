import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { withConnection } from '../../local/postgres/postgres.ts'
import type { Stack } from '../../local/stack/stack.ts'
import { tellAdminStory } from '../admin-story.ts'

/** The documents whose examples are run; those of the last are in SQL. */
export const DOCUMENTS = ['README.md', 'docs/quickstart.md', 'docs/api.md', 'docs/admin.md']

/** A command in a document and the answer that stands below it. */
export type Example = {
  command: string
  answer: string
  /** Where the answer stands in the document. */
  start: number
  end: number
}

const run = promisify(execFile)

/** Runs the examples of a document against a new stack, and returns what they answer now. */
export async function runDocument(
  document: string,
  stack: Pick<Stack, 'baseUrl' | 'databaseUrl'>,
): Promise<{ text: string; examples: Example[]; answers: string[] }> {
  const text = await readFile(document, 'utf8')
  const isSql = document === 'docs/admin.md'
  const examples = examplesIn(text, isSql ? 'sql' : 'sh')
  if (isSql) await tellAdminStory(stack)
  const answers = isSql
    ? await runSqlExamples(examples, stack.databaseUrl)
    : await runExamples(examples, stack.baseUrl)
  return { text, examples, answers: answers.map((answer, i) => abbreviated(answer, examples[i]?.answer)) }
}

/** The examples of a Markdown text: each ```sh (or ```sql) block, with the next ```json block after it. */
function examplesIn(markdown: string, commands: 'sh' | 'sql'): Example[] {
  const blocks = [...markdown.matchAll(/^```(sh|sql|json)\n([\s\S]*?)\n```$/gm)]
  return blocks.flatMap(([, language, command = ''], i) => {
    const following = blocks[i + 1]
    if (language !== commands || following?.[1] !== 'json') return []
    const answer = following[2] ?? ''
    const start = following.index + '```json\n'.length
    return [{ command, answer, start, end: start + answer.length }]
  })
}

/** The first lines of an answer, if the document shows only these and a line with an ellipsis. */
function abbreviated(answer: string, shown = ''): string {
  const lines = shown.split('\n')
  if (lines.at(-1)?.trim() !== '…') return answer
  return [...answer.split('\n').slice(0, lines.length - 1), lines.at(-1)].join('\n')
}

/** Runs examples in a shell. The key that a registration returns is the `$KEY` of the commands after it. */
async function runExamples(examples: Example[], baseUrl: string): Promise<string[]> {
  const answers: string[] = []
  let key = ''
  for (const { command } of examples) {
    const script = command
      .replaceAll('http://127.0.0.1:54321/functions/v1', baseUrl)
      .replaceAll('curl ', 'curl -sS ')
    const { stdout } = await run('bash', ['-c', script], { env: { ...process.env, KEY: key } })
    const answer = JSON.parse(stdout)
    key = answer.api_key ?? key
    answers.push(JSON.stringify(answer, null, 2))
  }
  return answers
}

/** Runs examples in SQL, as the SQL editor of the dashboard does. */
function runSqlExamples(examples: Example[], databaseUrl: string): Promise<string[]> {
  return withConnection(databaseUrl, async (sql) => {
    await sql`set timezone = 'UTC'`
    const answers: string[] = []
    for (const { command } of examples) {
      const [row] = await sql.unsafe(`select json_agg(a) as rows from (${command.replace(/;$/, '')}) as a`)
      answers.push(JSON.stringify(row?.rows ?? [], null, 2))
    }
    return answers
  })
}

/** An answer without what differs each time: ids, times, keys and cursors become their kind. */
export function withoutChance(answer: string): string {
  return answer
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00/g, 'TIME')
    .replace(/claw_[0-9a-f]{56}/g, 'KEY')
    .replace(/claw_[0-9a-f]{8}"/g, 'PREFIX"')
    .replace(/("next_cursor": )"[A-Za-z0-9_-]+"/g, '$1"CURSOR"')
}
