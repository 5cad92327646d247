// Canaries: keys, e-mail addresses and commentary that occur nowhere else, so that a copy can be recognised.
import { randomBytes } from 'node:crypto'
import { wellFormedKey } from '../../support/well-formed-key.ts'

export type Kind = 'key' | 'e-mail address' | 'commentary'

export interface Canary {
  kind: Kind
  value: string
  /** The part of the value to search for. */
  mark: string
  /** The request that contained it. */
  request: string
}

/** A text to search. */
export interface Place {
  name: string
  content: string | Buffer
  /** The kinds that may occur here. */
  allowed?: Kind[]
  /** Single canaries that may occur here. */
  allowedCanaries?: Canary[]
  /** The only kinds to search for. */
  only?: Kind[]
}

export class Canaries {
  readonly all: Canary[] = []

  email(request: string): string {
    const mark = randomBytes(10).toString('hex')
    return this.#add({ kind: 'e-mail address', mark, value: `canary.${mark}@mail.example`, request }).value
  }

  commentary(request: string): string {
    const mark = randomBytes(10).toString('hex')
    return this.#add({ kind: 'commentary', mark, value: `Works well, says ${mark}, mostly`, request }).value
  }

  /** An unknown key, or the given one. */
  key(request: string, value = wellFormedKey()): Canary {
    // Admins see the first 13 characters.
    return this.#add({ kind: 'key', mark: value.slice(13, 53), value, request })
  }

  /** Describes every canary in a place where it is not allowed. */
  findMisplaced(places: Place[]): string[] {
    return places.flatMap((place) =>
      this.all
        .filter((canary) => contains(place, canary) && !isAllowed(place, canary))
        .map(({ kind, request }) => `${place.name} contains the ${kind} of: ${request}`),
    )
  }

  /** Whether a canary of this kind occurs in a place with such a name. */
  occurs(kind: Kind, name: RegExp, places: Place[]): boolean {
    return places.some(
      (place) =>
        name.test(place.name) && this.all.some((canary) => canary.kind === kind && contains(place, canary)),
    )
  }

  #add(canary: Canary): Canary {
    this.all.push(canary)
    return canary
  }
}

function contains({ content, only }: Place, { kind, mark }: Canary): boolean {
  return (only?.includes(kind) ?? true) && content.includes(mark)
}

function isAllowed({ allowed = [], allowedCanaries = [] }: Place, canary: Canary): boolean {
  return allowed.includes(canary.kind) || allowedCanaries.includes(canary)
}
