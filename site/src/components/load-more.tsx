import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api/client.ts'
import { Announcement } from './announcement.tsx'
import { ErrorMessage } from './error-message.tsx'

interface Page {
  count: number
  next_cursor: string | null
}

interface LoadMoreProps<List extends Page> {
  list: List
  /** Whether another list is loading, for which the cursor of this one is not valid. */
  isStale: boolean
  /** What the list contains, in the plural: “reviews”. */
  itemName: string
  load(cursor: string): Promise<List>
  onLoaded(list: List): void
}

/**
 * The button that loads the next page. It keeps the focus and announces how many items came; after the last page, the first new
 * item takes the focus.
 */
export function LoadMore<List extends Page>(props: LoadMoreProps<List>) {
  const { list, isStale, itemName, load } = props

  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [announcement, announce] = useState('')
  const container = useRef<HTMLDivElement>(null)
  /** The list with its newest address; none while another one is loading, or on another page. */
  const current = useRef<LoadMoreProps<List> | undefined>(props)
  current.current = isStale ? undefined : props
  useEffect(
    () => () => {
      current.current = undefined
    },
    [],
  )
  /** The index of the item to focus once it is rendered, since the button will be gone. */
  const focusIndex = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (focusIndex.current === undefined) return
    const item = container.current?.previousElementSibling?.children[focusIndex.current]
    focusIndex.current = undefined
    const target = item?.matches('[tabindex]') ? item : item?.querySelector('a')
    if (target instanceof HTMLElement) target.focus()
  })

  const loadNext = async () => {
    if (pending || isStale || !list.next_cursor) return
    setPending(true)
    setError(undefined)
    try {
      const next = await load(list.next_cursor)
      // The address says something else meanwhile.
      if (current.current?.list !== list) return
      if (!next.next_cursor) focusIndex.current = container.current?.previousElementSibling?.children.length
      current.current.onLoaded(next)
      announce(`${next.count} more ${itemName} loaded.${next.next_cursor ? '' : ' End of list.'}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <div class="more" ref={container}>
      {error && <ErrorMessage error={error} />}
      {list.next_cursor && (
        <button type="button" aria-disabled={pending || isStale} onClick={loadNext}>
          {pending ? 'Loading…' : `Load more ${itemName}`}
        </button>
      )}
      <Announcement text={announcement} />
    </div>
  )
}
