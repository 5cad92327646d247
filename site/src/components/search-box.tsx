import { useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { navigate } from '../hooks/router.ts'

/** A search field on another page than the catalogue. @param initial what it contains at first */
export function SearchBox({ initial }: { initial: string }) {
  const [input, setInput] = useState(initial)
  return (
    <search>
      <form
        class="search-box"
        onSubmit={(event) => {
          event.preventDefault()
          navigate(formatAddress([], { search: input }))
        }}
      >
        <input
          type="search"
          aria-label="Search the catalogue"
          value={input}
          maxLength={200}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setInput(event.currentTarget.value)}
        />
        <button type="submit" class="main-button">
          Search
        </button>
      </form>
    </search>
  )
}
