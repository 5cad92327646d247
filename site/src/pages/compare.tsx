import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ownerOf } from '../../../functions/_shared/text/owner-of.ts'
import { formatAddress } from '../address.ts'
import { ApiError, request } from '../api/client.ts'
import type { SkillList, SkillPage } from '../api/responses.ts'
import { compareAddress, comparedSkills, MAX_COMPARED } from '../compare.ts'
import { Announcement } from '../components/announcement.tsx'
import { Average, RatingCount } from '../components/claws.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Field } from '../components/field.tsx'
import { Loader } from '../components/loader.tsx'
import { Breakable, LongName } from '../components/long-name.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { ScoreMean } from '../components/sub-scores.tsx'
import { Verdict } from '../components/verdict.tsx'
import { formatCount, formatDate } from '../format.ts'
import { useScrollRestoration } from '../hooks/router.ts'
import { useDebounced } from '../hooks/use-debounced.ts'
import { useMedia } from '../hooks/use-media.ts'
import { useQuery } from '../hooks/use-query.ts'
import { installationOf } from '../installation.ts'
import { optionsOf, SUB_SCORE_LABELS, TYPE_LABELS } from '../labels.ts'
import '../styles/compare.css'

/** Up to three skills side by side; the address says which. */
export function Compare({ query }: { query: URLSearchParams }) {
  const slugs = comparedSkills(query)
  const skills = useQuery(slugs.join(','), (signal) =>
    Promise.all(slugs.map(async (slug) => ({ slug, skill: await load(slug, signal) }))),
  )
  useScrollRestoration(skills.data !== undefined)
  return (
    <>
      <PageHeading text="Compare" head={{ isMissing: slugs.length === 0 }} />
      <Loader what="page" query={skills}>
        {(loaded) => {
          // Two of them can be names of one skill.
          const found = [
            ...new Map(loaded.flatMap(({ skill }) => (skill ? [[skill.id, skill]] : []))).values(),
          ]
          // Not of the address: while other skills are loading, these are the previous ones.
          const missing = loaded.filter(({ skill }) => skill === null).map(({ slug }) => slug)
          return (
            <>
              {missing.length > 0 && (
                <p class="note">
                  Not in the catalogue: <code>{missing.join(', ')}</code>.
                </p>
              )}
              {found.length > 0 && <Comparison skills={found} />}
              {found.length < MAX_COMPARED && (
                <AddSkill key={slugs.join(',')} slugs={found.map(({ slug }) => slug)} />
              )}
            </>
          )
        }}
      </Loader>
    </>
  )
}

async function load(slug: string, signal: AbortSignal): Promise<SkillPage | null> {
  // In a path, it would name another route.
  if (/^\.{1,2}$/.test(slug)) return null
  try {
    return await request<SkillPage>('GET', `skills/${encodeURIComponent(slug)}`, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'skill_not_found') return null
    throw error
  }
}

/** What is compared, in the order of the page of a skill. */
const ROWS: [label: string, cell: (skill: SkillPage) => ComponentChildren][] = [
  ['Verdict', (skill) => <Verdict skill={skill} />],
  [
    'Mean',
    (skill) => (
      <>
        <Average of={skill} />
        <RatingCount of={skill} />
      </>
    ),
  ],
  [
    'Last rated',
    ({ last_rated_at }) => (last_rated_at ? formatDate(last_rated_at) : <span class="unrated">never</span>),
  ],
  ['Rated version', ({ last_rated_version }) => <Version version={last_rated_version} />],
  ['Newest version', ({ source_version }) => <Version version={source_version} />],
  ...optionsOf(SUB_SCORE_LABELS).map(([name, label]): (typeof ROWS)[number] => [
    label,
    ({ sub_scores }) => <ScoreMean score={sub_scores[name]} />,
  ]),
  ['Type', ({ type }) => TYPE_LABELS[type]],
  ['Needs', (skill) => <Needs skill={skill} />],
  [
    'From',
    ({ url }) => {
      const owner = ownerOf(url)
      return owner === null ? <span class="unrated">no address</span> : <Breakable text={owner} />
    },
  ],
]

function Comparison({ skills }: { skills: SkillPage[] }) {
  const slugs = skills.map(({ slug }) => slug)
  const section = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // The link that added or removed a skill is gone.
    if (!isFirst.current && document.activeElement === document.body) section.current?.focus()
    isFirst.current = false
  }, [slugs.join(',')])
  // On a phone, a row of its own says what the next one compares: so three skills fit.
  const isNarrow = !useMedia('(width >= 40rem)')
  return (
    <section class="comparison" ref={section} tabIndex={-1} aria-label="Comparison">
      <table>
        <thead>
          <tr>
            {!isNarrow && <td />}
            {skills.map(({ id, slug, name }) => (
              <th key={id} scope="col">
                <a href={formatAddress(['skills', slug])} dir="auto">
                  <LongName name={name} />
                </a>
                {skills.length > 1 && (
                  <a class="quiet" href={compareAddress(slugs.filter((one) => one !== slug))}>
                    Remove<span class="visually-hidden"> {name}</span>
                  </a>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {ROWS.map(([label, cell]) => (
          <tbody key={label}>
            {isNarrow && (
              <tr>
                <th scope="rowgroup" colSpan={skills.length}>
                  {label}
                </th>
              </tr>
            )}
            <tr>
              {!isNarrow && <th scope="row">{label}</th>}
              {skills.map((skill) => (
                <td key={skill.id}>{cell(skill)}</td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Version({ version }: { version: string | null }) {
  return version === null ? <span class="unrated">not known</span> : <bdi>{version}</bdi>
}

const PROGRAMS = { npx: 'Node.js', uvx: 'Python and uv', docker: 'Docker' }

/** What must be there to run it: any of the programs, and the values that the first way asks for. */
function Needs({ skill }: { skill: SkillPage }) {
  const installation = installationOf(skill)
  if (!installation) return <span class="unrated">not known</span>
  const { entries, lines } = installation
  const ways = new Set([
    ...entries.map(({ command }) => (command === null ? 'nothing (remote)' : PROGRAMS[command])),
    ...lines.map((line) => line.split(' ', 1)[0] as string),
  ])
  const [first] = entries
  const values = [...(first?.env ?? []), ...(first?.headers ?? [])].filter(({ required }) => required)
  return (
    <>
      {[...ways].join(', or ')}
      {values.length > 0 && (
        <span class="values">
          {values.map(({ name }) => (
            <code key={name}>{name}</code>
          ))}
        </span>
      )}
    </>
  )
}

const DELAY_MS = 300
const SUGGESTED = 5

/** Finds one more skill to compare. */
function AddSkill({ slugs }: { slugs: string[] }) {
  const [input, setInput] = useState('')
  const search = useDebounced(input.trim(), DELAY_MS)
  const { data, error, loading, retry } = useQuery<SkillList>(search || undefined, (signal) =>
    request('GET', 'skills', { signal }, { search, limit: String(SUGGESTED + slugs.length) }),
  )
  const found = search ? (data?.skills ?? []).filter(({ slug }) => !slugs.includes(slug)) : []
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      <Field
        label={slugs.length === 0 ? 'Skill' : 'Another skill'}
        required
        value={input}
        onValue={setInput}
        hint="Its name, or what it does."
      />
      <ul class="suggested">
        {found.slice(0, SUGGESTED).map(({ id, slug, name }) => (
          <li key={id}>
            <a href={compareAddress([...slugs, slug])} dir="auto">
              <LongName name={name} />
            </a>
          </li>
        ))}
      </ul>
      {search && error && <ErrorMessage error={error} retry={retry} />}
      <Announcement text={search && data && !loading ? `${formatCount(found.length, 'skill')} found.` : ''} />
    </form>
  )
}
