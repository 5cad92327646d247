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

  /** One of the items, with equal probability. */
  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }
}

/** The numbers from 0 to length - 1 in a random order. */
export function shuffled(random: Random, length: number): Uint32Array {
  const numbers = Uint32Array.from({ length }, (_, i) => i)
  for (let i = length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const swapped = numbers[i] as number
    numbers[i] = numbers[j] as number
    numbers[j] = swapped
  }
  return numbers
}

const hex = Array.from({ length: 65_536 }, (_, number) => number.toString(16).padStart(4, '0'))

/** A UUID of version 4. */
export function uuid(random: Random): string {
  const [a, b, c, d] = [random.bits(), random.bits(), random.bits(), random.bits()]
  const version = hex[(b & 0x0fff) | 0x4000] as string
  const variant = hex[((c >>> 16) & 0x3fff) | 0x8000] as string
  return `${hex[a >>> 16]}${hex[a & 0xffff]}-${hex[b >>> 16]}-${version}-${variant}-${hex[c & 0xffff]}${hex[d >>> 16]}${hex[d & 0xffff]}`
}
