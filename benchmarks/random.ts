/**
 * Random numbers that are the same in every run and on every machine: sfc32, 128 bits of state.
 * Source: PractRand by Chris Doty-Humphrey.
 */
export class Random {
  private a: number
  private b: number
  private c: number
  private counter = 1

  /** @param stream names a purpose: a change to one stream does not change the numbers of the others */
  constructor(seed: number, stream: string) {
    this.a = seed | 0
    this.b = (seed / 2 ** 32) | 0
    this.c = [...stream].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619),
      2166136261,
    )
    for (let i = 0; i < 12; i++) this.bits()
  }

  /** A whole number from 0 to 2^32 - 1. */
  bits(): number {
    const sum = (this.a + this.b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** A number from 0 to 1, 1 excluded. */
  fraction(): number {
    return this.bits() / 2 ** 32
  }

  /** A whole number from 0 to limit - 1. */
  below(limit: number): number {
    return Math.floor((this.bits() / 2 ** 32) * limit)
  }
}

/** A UUID of version 4. */
export function uuid(random: Random): string {
  const [a, b, c, d] = [random.bits(), random.bits(), random.bits(), random.bits()]
  const bits = [a, (b & 0xffff0fff) | 0x4000, (c & 0x3fffffff) | 0x80000000, d]
  const hex = bits.map((number) => (number >>> 0).toString(16).padStart(8, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
}
