import { createColors } from 'picocolors'
import { printable, safeJson, safeText } from './text.ts'

const { env, stdout, stderr, stdin } = process

function mayColour(stream: { isTTY?: boolean }): boolean {
  return Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'
}

export const colours = createColors(mayColour(stdout))
export const noteColours = createColors(mayColour(stderr))

/** A result, on standard output. */
export function print(text: string): void {
  stdout.write(`${printable(text, colours.isColorSupported)}\n`)
}

export function printJson(value: unknown): void {
  print(safeJson(value))
}

/** Anything that is not the result: standard error, so that output can be piped. */
export function note(text: string): void {
  stderr.write(`${printable(text, noteColours.isColorSupported)}\n`)
}

/** Whether somebody can answer questions. They are asked on standard error. */
export function isInteractive(): boolean {
  return Boolean(stdin.isTTY && stderr.isTTY)
}

/** Says on a terminal that work goes on. */
export function progress(text: string): void {
  if (stderr.isTTY) stderr.write(`\r\u001b[K${safeText(text)}`)
}

export function endProgress(): void {
  if (stderr.isTTY) stderr.write('\r\u001b[K')
}
