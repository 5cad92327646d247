import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Stack } from '../../local/stack/stack.ts'
import { fillWithDemo } from '../demo/fill.ts'

/** The documents whose examples are run. Of the last, all commands are, also those without an answer. */
export const DOCUMENTS = ['README.md', 'docs/quickstart.md', 'docs/api.md', 'docs/admin.md']

/** A command in a document and the answer below it, if any. */
export type Example = {
  command: string
  answer?: Answer
}

type Answer = {
  text: string
  /** Its position in the document, and how far it is indented. */
  start: number
  end: number
  indent: string
}

const run = promisify(execFile)

/** Runs the examples of a document against a new stack, and returns what they answer now. */
export async function runDocument(
  document: string,
  stack: Pick<Stack, 'baseUrl' | 'databaseUrl'>,
): Promise<{ text: string; answers: { shown: Answer; now: string }[] }> {
  const text = await readFile(document, 'utf8')
  const isForAdmins = document === 'docs/admin.md'
  const examples = examplesIn(text).filter(({ command, answer }) => isForAdmins || answer || setsKey(command))
  if (isForAdmins) await fillWithDemo(stack)
  const outputs = await runExamples(examples, stack)
  const answers = examples.flatMap(({ answer: shown }, i) => {
    if (!shown) return []
    return [{ shown, now: abbreviated(JSON.stringify(JSON.parse(outputs[i] ?? ''), null, 2), shown.text) }]
  })
  return { text, answers }
}

/** Whether a command keeps the key of a registration in `KEY`, and prints nothing. */
function setsKey(command: string): boolean {
  return command.startsWith('KEY=$(')
}

/** The document with the answers of now. */
export function withAnswers(text: string, answers: { shown: Answer; now: string }[]): string {
  let written = ''
  let from = 0
  for (const { shown, now } of answers) {
    written += `${text.slice(from, shown.start)}${now.replace(/^/gm, shown.indent)}\n`
    from = shown.end
  }
  return written + text.slice(from)
}

/** The examples of a Markdown text: each ```sh block, with the ```json block that follows, if it is the next block. */
function examplesIn(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)]
  return blocks.flatMap((block, i) => {
    const [, indent = '', language, body = ''] = block
    if (language !== 'sh') return []
    const command = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const following = blocks[i + 1]
    return [{ command, ...(following?.[2] === 'json' && { answer: answerOf(following) }) }]
  })
}

function answerOf({ index, 1: indent = '', 3: body = '' }: RegExpExecArray): Answer {
  const start = index + `${indent}\`\`\`json\n`.length
  const text = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd()
  return { text, start, end: start + body.length, indent }
}

/** The first lines of an answer, if the document shows only these and a line with an ellipsis. */
function abbreviated(answer: string, shown = ''): string {
  const lines = shown.split('\n')
  if (lines.at(-1)?.trim() !== '…') return answer
  return [...answer.split('\n').slice(0, lines.length - 1), lines.at(-1)].join('\n')
}

/** What examples print in a shell. The key that a registration returns is the `$KEY` of the commands after it. */
async function runExamples(
  examples: Example[],
  { baseUrl, databaseUrl }: Pick<Stack, 'baseUrl' | 'databaseUrl'>,
): Promise<string[]> {
  const outputs: string[] = []
  // Without the lines of npm itself.
  const env = { ...process.env, DB_PORT: new URL(databaseUrl).port, npm_config_loglevel: 'silent' }
  let key = ''
  for (const { command } of examples) {
    const script = command
      .replaceAll('http://127.0.0.1:54321/functions/v1', baseUrl)
      .replaceAll('curl ', 'curl -sS ')
    const end = setsKey(command) ? `printf '"api_key":"%s"' "$KEY"` : ''
    const { stdout } = await run('bash', ['-ec', script + end], { env: { ...env, KEY: key } })
    key = /"api_key": ?"(\w+)"/.exec(stdout)?.[1] ?? key
    outputs.push(stdout)
  }
  return outputs
}

/** An answer without what differs each time: ids, times, keys and cursors become their kind. */
export function withoutChance(answer: string): string {
  return answer
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?\+00(:00)?/g, 'TIME')
    .replace(/claw_[0-9a-f]{56}/g, 'KEY')
    .replace(/claw_[0-9a-f]{8}"/g, 'PREFIX"')
    .replace(/("next_cursor": )"[A-Za-z0-9_-]+"/g, '$1"CURSOR"')
}
