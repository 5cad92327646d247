import { useEffect, useRef } from 'preact/hooks'

let isFirstPage = true

/**
 * The heading of a page and the title of its tab. After navigation it takes the focus, so that screen readers start there, unless
 * the user has already focused something else.
 */
export function PageHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${text} · Skill Ratings`
  }, [text])
  useEffect(() => {
    if (!isFirstPage && (document.activeElement ?? document.body).matches('main, body')) {
      heading.current?.focus({ preventScroll: true })
    }
    isFirstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {text}
    </h1>
  )
}
