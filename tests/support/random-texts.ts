import { randomNumbers } from '../../scripts/support/random.ts'

/** Texts of up to `longest` of the pieces each, the same in every run. */
export function randomTexts(seed: number, count: number, pieces: string[], longest: number): string[] {
  const { below } = randomNumbers(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: below(longest) }, () => pieces[below(pieces.length)]).join(''),
  )
}
