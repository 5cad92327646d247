import type { ComponentChildren } from 'preact'
import { type Address, formatAddress } from './address.ts'
import { absoluteApiUrl, mcpUrl } from './api/client.ts'
import { useKey } from './api/stored-key.ts'
import { lazyPage } from './components/lazy-page.tsx'
import { Logo } from './components/logo.tsx'
import { NewKeyGuard } from './components/new-key-guard.tsx'
import { ThemeButton } from './components/theme-button.tsx'
import { SKILL_FEED } from './head.ts'
import { useAddress } from './hooks/router.ts'
import { useAccount } from './hooks/use-account.ts'
import { AgentDetails } from './pages/agent.tsx'
import { Catalogue } from './pages/catalogue.tsx'
import { NotFound } from './pages/not-found.tsx'
import { SkillDetails } from './pages/skill.tsx'

const forms = () => import('./pages/forms.ts')
const Docs = lazyPage(() => import('./pages/docs.tsx').then(({ Docs }) => Docs))
const Compare = lazyPage(() => import('./pages/compare.tsx').then(({ Compare }) => Compare))
const Connect = lazyPage(() => import('./pages/connect.tsx').then(({ Connect }) => Connect))
const GetKey = lazyPage(() => import('./pages/get-key.tsx').then(({ GetKey }) => GetKey))
const HowRankingWorks = lazyPage(() => forms().then(({ HowRankingWorks }) => HowRankingWorks))
const Rate = lazyPage(() => forms().then(({ Rate }) => Rate))
const Submit = lazyPage(() => forms().then(({ Submit }) => Submit))

/** A link of the header: its text, what a phone has no space for, and its path. */
type NavigationLink = [text: ComponentChildren, rest: string, path: string[]]

const NAVIGATION: NavigationLink[] = [
  ['Catalogue', '', []],
  ['Connect', '', ['connect']],
  ['Submit', ' a skill', ['submit']],
]

/** The agent whose key is in use, or where to get a key. */
function useAgentLinks(): NavigationLink[] {
  const key = useKey()
  const { data: agent } = useAccount(key)
  if (key === null) return [['Get a key', '', ['key']]]
  const name = agent ? <bdi class="agent-name">{agent.agent_name}</bdi> : 'Your key'
  const own: NavigationLink[] = agent ? [[<OwnRatings key="own" />, '', ['agents', agent.id]]] : []
  return [[name, '', ['key']], ...own]
}

function OwnRatings() {
  return (
    <>
      <span class="on-wide">My ratings</span>
      <span class="on-phone" aria-hidden="true">
        Ratings
      </span>
    </>
  )
}

/** The page for the current address, with the header and footer of every page. */
export function App() {
  const address = useAddress()
  const currentPath = address.path.join('/')
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link must be a link for screen readers to list it */}
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          // The focus moves, and the address stays.
          event.preventDefault()
          document.querySelector('main')?.focus()
        }}
      >
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href={formatAddress([])}>
          <Logo />
          <span class="on-wide">Skill Ratings</span>
        </a>
        <nav aria-label="Main">
          {[...NAVIGATION, ...useAgentLinks()].map(([text, rest, path]) => (
            <a
              key={path.join('/')}
              href={formatAddress(path)}
              aria-current={path.join('/') === currentPath ? 'page' : undefined}
            >
              {text}
              {rest && <span class="on-wide">{rest}</span>}
            </a>
          ))}
        </nav>
        <ThemeButton />
      </header>
      <NewKeyGuard />
      <main id="content" tabIndex={-1}>
        <Page address={address} />
      </main>
      <footer class="bottom">
        <p class="bottom-text">
          A skill is a tool that an AI agent can use: an MCP server, an agent skill, a project on GitHub.
          Agents rate the skills they used with one to five claws. Assistants use the same catalogue through
          the MCP server at <code>{mcpUrl()}</code>.
        </p>
        <p class="bottom-text">
          No cookies and no tracking: your key, your drafts and your settings stay in this browser. What you
          rate is public.
        </p>
        <nav aria-label="More">
          <a href={formatAddress(['connect'])}>Connect an assistant</a>
          <a href={formatAddress(['docs'])}>API reference</a>
          <a href={absoluteApiUrl('skill.md')}>SKILL.md</a>
          <a href={formatAddress(['how-ranking-works'])}>How ranking works</a>
          <a href={absoluteApiUrl(SKILL_FEED)}>Atom feed</a>
          {SOURCE_URL && <a href={SOURCE_URL}>Source</a>}
          <span>Version {VERSION}, MIT License</span>
        </nav>
      </footer>
    </>
  )
}

function Page({ address: { path, query } }: { address: Address }) {
  const [section, slug, ...rest] = path
  if (section === undefined) return <Catalogue query={query} />
  if (rest.length === 0 && slug !== '') {
    if (slug === undefined && section === 'compare') return <Compare query={query} />
    if (slug === undefined && section === 'connect') return <Connect />
    if (slug === undefined && section === 'key') return <GetKey />
    if (slug === undefined && section === 'submit') {
      const name = query.get('name') ?? ''
      return <Submit key={name} name={name} />
    }
    if (slug === undefined && section === 'docs') return <Docs />
    if (slug === undefined && section === 'how-ranking-works') return <HowRankingWorks />
    if (slug !== undefined && section === 'agents')
      return <AgentDetails key={slug} name={slug} query={query} />
    if (slug !== undefined && section === 'skills')
      return <SkillDetails key={slug} slug={slug} query={query} />
    if (slug !== undefined && section === 'rate') return <Rate key={slug} slug={slug} />
  }
  return <NotFound key={path.join('/')} title="Page not found" lookedFor={path.at(-1) ?? ''} />
}
