import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ENOUGH } from '../../../functions/_shared/text/describe-trust.ts'
import { ownerOf } from '../../../functions/_shared/text/owner-of.ts'
import { formatAddress } from '../address.ts'
import { ApiError, request } from '../api/client.ts'
import type { SkillList, SkillPage } from '../api/responses.ts'
import { chosenClient } from '../chosen-client.ts'
import { CLIENTS } from '../clients.ts'
import { compareAddress, comparedSkills, MAX_COMPARED } from '../compare.ts'
import { Announcement } from '../components/announcement.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Field } from '../components/field.tsx'
import { Loader } from '../components/loader.tsx'
import { Breakable, LongName } from '../components/long-name.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { ScoreMean } from '../components/sub-scores.tsx'
import { Mean, RatingCount } from '../components/summary.tsx'
import { Verdict } from '../components/verdict.tsx'
import { formatCount, formatDate } from '../format.ts'
import { summarize } from '../head.ts'
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

interface Row {
  label: string
  /** Null if nobody knows. */
  cell(skill: SkillPage): ComponentChildren
  /** The number by which skills differ, the higher the better, and from which difference on that means something. */
  best?: [value: (skill: SkillPage) => number | null, least: number]
}

/** What is compared, in the order of the page of a skill. */
const ROWS: Row[] = [
  { label: 'What it does', cell: ({ description }) => <Description text={description} /> },
  { label: 'Verdict', cell: (skill) => <Verdict skill={skill} /> },
  {
    label: 'Ratings',
    cell: (skill) =>
      skill.total_ratings > 0 && (
        <>
          <Mean of={skill} /> <RatingCount of={skill} />
        </>
      ),
    best: [
      (skill) => (skill.established_ratings < ENOUGH || skill.retired_at ? null : skill.established_mean),
      0.3,
    ],
  },
  {
    label: 'Last rated',
    cell: ({ last_rated_at }) => last_rated_at && formatDate(last_rated_at),
  },
  { label: 'Newest rated version', cell: ({ last_rated_version }) => version(last_rated_version) },
  { label: 'Newest version', cell: ({ source_version }) => version(source_version) },
  ...optionsOf(SUB_SCORE_LABELS).map(
    ([name, label]): Row => ({
      label,
      cell: ({ sub_scores }) => sub_scores[name].mean !== null && <ScoreMean score={sub_scores[name]} />,
      best: [({ sub_scores: { [name]: score } }) => (score.count < ENOUGH ? null : score.mean), 5],
    }),
  ),
  { label: 'Type', cell: ({ type }) => TYPE_LABELS[type] },
  { label: 'Needs', cell: (skill) => needsOf(skill) },
  {
    label: 'From',
    cell: ({ url }) => {
      const owner = ownerOf(url)
      return owner !== null && <Breakable text={owner} />
    },
  },
]

/** The skills with the best value of a row, and those that are as good, if others are worse. */
function bestOf({ best }: Row, skills: SkillPage[]): SkillPage[] {
  if (!best) return []
  const [measure, least] = best
  const measured = skills.flatMap((skill) => {
    const value = measure(skill)
    return value === null ? [] : [{ skill, value }]
  })
  const highest = Math.max(...measured.map(({ value }) => value))
  const good = measured.filter(({ value }) => highest - value < least)
  return good.length < measured.length ? good.map(({ skill }) => skill) : []
}

/** As much as tells skills apart. */
function Description({ text }: { text: string }) {
  return (
    <span class="what" dir="auto">
      {summarize(text)}
    </span>
  )
}

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
  const rows = ROWS.map((row) => ({
    label: row.label,
    cells: skills.map((skill) => row.cell(skill)),
    best: bestOf(row, skills),
    isFigure: row.best !== undefined,
  })).filter(({ cells }) => cells.some(Boolean))
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
        {rows.map(({ label, cells, best, isFigure }) => (
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
              {skills.map((skill, i) => (
                <td key={skill.id} class={best.includes(skill) ? 'best' : isFigure ? 'figure' : undefined}>
                  {cells[i] || <span class="unrated">not known</span>}
                  {best.includes(skill) && <span class="visually-hidden"> (best)</span>}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
        <tbody>
          <tr>
            {!isNarrow && <td />}
            {skills.map((skill) => (
              <td key={skill.id}>
                <Actions skill={skill} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** What leads on from the decision: how to install the skill, and its rating. */
function Actions({ skill }: { skill: SkillPage }) {
  if (skill.retired_at) return <span class="unrated">Retired</span>
  const installation = installationOf(skill)
  const [entry] = installation?.entries ?? []
  const client = CLIENTS.find(({ name }) => name === chosenClient()) ?? CLIENTS[0]
  const line =
    entry && installation
      ? (client?.line({ name: installation.serverName, entry }) ??
        client?.configuration({ name: installation.serverName, entry }) ??
        null)
      : (installation?.lines[0] ?? null)
  return (
    <div class="actions">
      {line !== null && (
        <CopyBlock label={`install ${skill.name}${entry && client ? `, ${client.name}` : ''}`} text={line} />
      )}
      <p class="buttons">
        {line === null && <a href={formatAddress(['skills', skill.slug])}>How to get it</a>}
        <a href={formatAddress(['rate', skill.slug])}>
          Rate<span class="visually-hidden"> {skill.name}</span>
        </a>
      </p>
    </div>
  )
}

function version(text: string | null): ComponentChildren {
  return text !== null && <bdi>{text}</bdi>
}

const PROGRAMS = { npx: 'Node.js', uvx: 'Python and uv', docker: 'Docker' }

/** What must be there to run it: any of the programs, and the values that the first way asks for. */
function needsOf(skill: SkillPage): ComponentChildren {
  const installation = installationOf(skill)
  if (!installation) return null
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
