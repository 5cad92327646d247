import fc from 'fast-check'
import { randomNumbers } from '../../scripts/support/random.ts'

/** Texts of up to `longest` of the pieces each, the same in every run. */
export function randomTexts(seed: number, count: number, pieces: string[], longest: number): string[] {
  const { below } = randomNumbers(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: below(longest) }, () => pieces[below(pieces.length)]).join(''),
  )
}

/** Any text without lone surrogates. `fc.string({ unit: 'binary' })` computes for 0.7 s before its first text. */
export const anyText = (maxLength: number) =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength })
    .map((points) => String.fromCodePoint(...points).toWellFormed())
