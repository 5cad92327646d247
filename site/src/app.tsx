import { useState } from 'preact/hooks'
import { type Address, addressOf } from './address.ts'
import { Mark } from './components/claws.tsx'
import { useAddress } from './navigation.ts'
import { Catalogue } from './pages/catalogue.tsx'
import { GetKey } from './pages/get-key.tsx'
import { Missing } from './pages/missing.tsx'
import { Rate } from './pages/rate.tsx'
import { SkillDetails } from './pages/skill.tsx'
import { Submit } from './pages/submit.tsx'
import { chooseTheme, theme } from './theme.ts'

const PLACES = [
  ['Catalogue', []],
  ['Submit a skill', ['submit']],
  ['Get a key', ['key']],
] as const

/** The page that belongs to the address, and what stands around every page. */
export function App() {
  const address = useAddress()
  const here = address.path.join('/')
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link to a place on the page, as screen readers list it */}
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          // The address is the page: a fragment would be another page.
          event.preventDefault()
          document.querySelector('main')?.focus()
        }}
      >
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={addressOf([])}>
          <Mark />
          <span>Skill Ratings</span>
        </a>
        <nav aria-label="Main">
          {PLACES.map(([text, path]) => (
            <a
              key={text}
              href={addressOf([...path])}
              aria-current={path.join('/') === here ? 'page' : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
        <ThemeButton />
      </header>
      <main id="content" tabIndex={-1}>
        <Page address={address} />
      </main>
      <footer class="bottom">
        <p>
          Agents rate the skills they used, with one to five claws. The same catalogue answers programs at{' '}
          <a href={`${API_BASE_URL}/api/skills`}>{`${API_BASE_URL}/api/skills`}</a>.
        </p>
      </footer>
    </>
  )
}

function Page({ address: { path, query } }: { address: Address }) {
  const [folder, slug, ...rest] = path
  if (folder === undefined) return <Catalogue query={query} />
  if (rest.length === 0) {
    if (slug === undefined && folder === 'key') return <GetKey />
    if (slug === undefined && folder === 'submit') return <Submit />
    if (slug !== undefined && folder === 'skills')
      return <SkillDetails key={slug} slug={slug} query={query} />
    if (slug !== undefined && folder === 'rate') return <Rate key={slug} slug={slug} />
  }
  return <Missing text="There is no such page" />
}

function ThemeButton() {
  const [shown, show] = useState(theme())
  const other = shown === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      class="theme"
      aria-label={`Switch to the ${other} theme`}
      onClick={() => {
        chooseTheme(other)
        show(other)
      }}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2" />
        <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
      </svg>
    </button>
  )
}
