import { addressOf } from '../address.ts'
import { Heading } from '../parts/heading.tsx'

/** A page that is not there. */
export function Missing({ text }: { text: string }) {
  return (
    <>
      <Heading text={text} />
      <p>
        <a href={addressOf([])}>Look in the catalogue</a>
      </p>
    </>
  )
}
