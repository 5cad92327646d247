import { useEffect, useRef, useState } from 'preact/hooks'
import { Failure } from '../api.ts'
import { Announcement } from './announcement.tsx'
import { FailureNote } from './failure.tsx'

interface Page {
  count: number
  next_cursor: string | null
}

interface MoreProps<List extends Page> {
  list: List
  /** What there is more of: “reviews”. */
  of: string
  load(cursor: string): Promise<List>
  onLoaded(list: List): void
}

/**
 * The button for the next page. It keeps the focus and says how many came; when there is no further page, the focus goes to the
 * first of those that came.
 */
export function More<List extends Page>({ list, of, load, onLoaded }: MoreProps<List>) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [said, say] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const current = useRef(list)
  current.current = list
  /** Which of the list is to get the focus once it is drawn, since the button will be gone. */
  const firstNew = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (firstNew.current === undefined) return
    const item = box.current?.previousElementSibling?.children[firstNew.current]
    firstNew.current = undefined
    const target = item?.matches('[tabindex]') ? item : item?.querySelector('a')
    if (target instanceof HTMLElement) target.focus()
  })

  const more = async () => {
    if (pending || !list.next_cursor) return
    setPending(true)
    setFailure(undefined)
    try {
      const next = await load(list.next_cursor)
      // Another search may have taken the list's place meanwhile.
      if (current.current !== list) return
      if (!next.next_cursor) firstNew.current = box.current?.previousElementSibling?.children.length
      onLoaded(next)
      say(`${next.count} more ${of}${next.next_cursor ? '' : ', the last'}.`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <div class="more" ref={box}>
      {failure && <FailureNote failure={failure} />}
      {list.next_cursor && (
        <button type="button" aria-disabled={pending} onClick={more}>
          {pending ? 'Loading…' : failure ? `Try again for more ${of}` : `More ${of}`}
        </button>
      )}
      <Announcement text={said} />
    </div>
  )
}
