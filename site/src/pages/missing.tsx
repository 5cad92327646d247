import { addressOf } from '../address.ts'
import { Heading } from '../components/heading.tsx'

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
