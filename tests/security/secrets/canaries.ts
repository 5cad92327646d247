// Canaries: keys, e-mail addresses and commentary that exist nowhere else, sent through every kind of request, and the search for
// them in every place where they might have been left.
import { createHash, randomBytes } from 'node:crypto'

/** Something secret or private that can be recognised wherever it turns up. */
export interface Canary {
  kind: 'key' | 'e-mail address' | 'commentary'
  /** What is sent. */
  value: string
  /** The part of it that no other text holds, and that is looked for. */
  mark: string
  /** How it went in. */
  planted: string
}

/** Somewhere that is looked through. */
export interface Place {
  name: string
  content: string | Buffer
  /** Kinds that belong there. */
  holds?: Canary['kind'][]
  /** Canaries that belong there, beside those kinds. */
  belongs?: Canary[]
  /** Kinds to look for, if not all. */
  only?: Canary['kind'][]
}

/** The canaries of one run, and where they were seen. */
export class Aviary {
  readonly canaries: Canary[] = []

  /** An e-mail address, valid unless `tail` makes it otherwise. */
  email(planted: string, tail = ''): Canary {
    const mark = randomBytes(10).toString('hex')
    return this.#add({ kind: 'e-mail address', mark, value: `canary.${mark}@mail.example${tail}`, planted })
  }

  commentary(planted: string): Canary {
    const mark = randomBytes(10).toString('hex')
    return this.#add({
      kind: 'commentary',
      mark,
      value: `Works well, says ${mark}, most of the time`,
      planted,
    })
  }

  /** A well-formed key that nobody has, unless given one that was made. */
  key(planted: string, value = wellFormedKey()): Canary {
    // Its first 13 characters are shown to admins, to tell keys apart.
    return this.#add({ kind: 'key', mark: value.slice(13, 53), value, planted })
  }

  /** Every canary in every place where it does not belong, in sentences. */
  search(places: Place[]): string[] {
    return places.flatMap((place) =>
      this.canaries
        .filter((canary) => this.isIn(canary, place) && !belongs(canary, place))
        .map(({ kind, planted }) => `${place.name} holds the ${kind} of: ${planted}`),
    )
  }

  /** Whether the canary can be seen there at all. */
  isIn({ kind, mark }: Canary, { content, only }: Place): boolean {
    return (only?.includes(kind) ?? true) && content.includes(mark)
  }

  #add(canary: Canary): Canary {
    this.canaries.push(canary)
    return canary
  }
}

function belongs(canary: Canary, { holds = [], belongs = [] }: Place): boolean {
  return holds.includes(canary.kind) || belongs.includes(canary)
}

function wellFormedKey(): string {
  const body = `claw_${randomBytes(24).toString('hex')}`
  return body + createHash('sha256').update(body).digest('hex').slice(0, 8)
}
