import { useEffect, useRef } from 'preact/hooks'

let first = true

/**
 * The heading of a page, and the title of its tab. It takes the focus when the page comes after another, so that a screen reader
 * begins there; not on the first page, and not from what the reader has moved to meanwhile.
 */
export function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${text} · Skill Ratings`
  }, [text])
  useEffect(() => {
    if (!first && (document.activeElement ?? document.body).matches('main, body')) {
      heading.current?.focus({ preventScroll: true })
    }
    first = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {text}
    </h1>
  )
}
