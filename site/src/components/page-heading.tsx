import { useEffect, useRef } from 'preact/hooks'
import { applyHead, type Head, SITE_DESCRIPTION } from '../head.ts'
import { LongName } from './long-name.tsx'

let isFirstPage = true

interface PageHeadingProps {
  text: string
  /** The rest of the head, unless it is that of any page. */
  head?: Partial<Head>
}

/**
 * The heading of a page and its head, such as the title of its tab. After navigation the heading takes the focus, so that screen readers
 * start there, unless the user has already focused something else.
 */
export function PageHeading({ text, head }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // As text, which is the same as long as its values are.
  const given = JSON.stringify(head ?? {})
  useEffect(() => {
    applyHead({
      title: text,
      description: SITE_DESCRIPTION,
      address: location.pathname,
      ...JSON.parse(given),
    })
  }, [text, given])
  useEffect(() => {
    if (!isFirstPage && (document.activeElement ?? document.body).matches('main, body')) {
      heading.current?.focus({ preventScroll: true })
    }
    isFirstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto" class={headingSize(text)}>
      <LongName name={text} />
    </h1>
  )
}

/** The longer a heading is, the smaller: what follows it stays in the first screen. */
function headingSize({ length }: string): string | undefined {
  if (length <= 48) return undefined
  return length <= 90 ? 'long' : 'very-long'
}
