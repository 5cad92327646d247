import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface CollapsibleProps {
  /** Also the fragment of its address. */
  id: string
  class: string
  summary: ComponentChildren
  /** What is shown while it is open. Rendered only then: the page has far more than anyone reads. */
  children(): ComponentChildren
}

/** A part of the reference that is opened by a click, or by its address. */
export function Collapsible({ id, class: className, summary, children }: CollapsibleProps) {
  const [isOpen, setOpen] = useState(isAddressed(id))
  const element = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // The browser looked for it before it was there.
    if (isOpen) element.current?.scrollIntoView()
    const open = () => isAddressed(id) && setOpen(true)
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [id])
  return (
    <details
      id={id}
      class={className}
      ref={element}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children()}
    </details>
  )
}

function isAddressed(id: string): boolean {
  return location.hash === `#${id}`
}
