/**
 * Random numbers that are the same in every run and on every machine: sfc32, 128 bits of state.
 * Source: PractRand by Chris Doty-Humphrey.
 * @param stream names a purpose: a change to one stream does not change the numbers of the others
 * @returns `bits` from 0 to 2^32 - 1, a `fraction` from 0 to 1, 1 excluded, and whole numbers `below` a limit
 */
export function randomNumbers(seed: number, stream = '') {
  let [a, b, counter] = [seed | 0, (seed / 2 ** 32) | 0, 1]
  let c = [...stream].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619), 2166136261)
  const bits = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 12; i++) bits()
  const fraction = () => bits() / 2 ** 32
  return { bits, fraction, below: (limit: number) => Math.floor(fraction() * limit) }
}

export type Random = ReturnType<typeof randomNumbers>

/** A UUID of version 4. */
export function uuid(random: Random): string {
  const [a, b, c, d] = [random.bits(), random.bits(), random.bits(), random.bits()]
  const bits = [a, (b & 0xffff0fff) | 0x4000, (c & 0x3fffffff) | 0x80000000, d]
  const hex = bits.map((number) => (number >>> 0).toString(16).padStart(8, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
