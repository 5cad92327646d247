import { createColors } from 'picocolors'
import { safeJson } from './text.ts'

const { env, stdout, stderr, stdin } = process

/** The width of tables: that of the terminal, up to 80 columns or more if it is wider. */
export function tableWidth(): number {
  return stdout.isTTY && stdout.columns ? stdout.columns : 80
}

function mayColour(stream: { isTTY?: boolean }): boolean {
  return Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'
}

export const colours = createColors(mayColour(stdout))
export const noteColours = createColors(mayColour(stderr))

/** A result, on standard output. */
export function print(text: string): void {
  stdout.write(`${text}\n`)
}

export function printJson(value: unknown): void {
  print(safeJson(value))
}

/** Anything that is not the result: standard error, so that output can be piped. */
export function note(text: string): void {
  stderr.write(`${text}\n`)
}

/** Whether somebody can answer questions. They are asked on standard error. */
export function isInteractive(): boolean {
  return Boolean(stdin.isTTY && stderr.isTTY)
}

/** Says on a terminal that work goes on. */
export function progress(text: string): void {
  if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`)
}

export function endProgress(): void {
  if (stderr.isTTY) stderr.write('\r\u001b[K')
}
