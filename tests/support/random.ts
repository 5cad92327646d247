/** Numbers from 0 to 1 that follow from the seed, the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Texts of up to `longest` of the pieces each. */
export function randomTexts(seed: number, count: number, pieces: string[], longest: number): string[] {
  const random = randomNumbers(seed)
  const pick = (n: number) => Math.floor(random() * n)
  return Array.from({ length: count }, () =>
    Array.from({ length: pick(longest) }, () => pieces[pick(pieces.length)]).join(''),
  )
}
