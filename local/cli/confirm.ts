import { createInterface } from 'node:readline/promises'

/** Asks in the terminal. Only "y" and "yes" confirm; Ctrl-C and Ctrl-D do not. */
export async function isConfirmed(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stdout,
): Promise<boolean> {
  const terminal = createInterface({ input, output, terminal: true })
  // What closes it without an answer leaves the question pending.
  const closed = new Promise<string>((settle) => terminal.once('close', () => settle('')))
  const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
