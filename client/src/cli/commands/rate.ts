import { CLAWS as CLAW_MEANINGS, perSubScore, SUB_SCORE_NAMES, type SubScore } from '../../api/options.ts'
import { dataOf } from '../../api/problem.ts'
import type { Rating, RatingInput, SkillPage } from '../../api/schemas.ts'
import { observedOf } from '../../doctor/findings.ts'
import type { Installed, Scan } from '../../doctor/installed.ts'
import { thisMachine } from '../../doctor/machine.ts'
import { scan } from '../../doctor/scan.ts'
import { type Counts, type ProxyCounts, reliabilityOf } from '../../observe/counts.ts'
import { CliError, EXIT, usageError } from '../errors.ts'
import { count, ratingLines } from '../format.ts'
import { readJsonInput } from '../input.ts'
import { printMessage, tableWidth } from '../layout.ts'
import { isInteractive, note, print, printJson } from '../output.ts'
import { askText, choose, confirm } from '../prompts.ts'
import { findSkill, openServiceWithKey, orUndefined, type Service } from '../service.ts'
import { safeText } from '../text.ts'

export type RateOptions = {
  claws?: number
  commentary?: string
  skillVersion?: string
  observedCalls?: number
  observedFailures?: number
  observed?: boolean
  json?: boolean | string
  yes?: boolean
} & Partial<Record<SubScore, number>>

type Body = Omit<RatingInput, 'claws' | 'skill_id'> & { claws?: number }
type RatedSkill = { id: string; slug: string; name: string }

export async function rate(skill: string, options: RateOptions): Promise<void> {
  if (typeof options.json === 'string' && options.json !== '-')
    throw usageError('--json takes only `-`, for standard input.')
  const service = await openServiceWithKey()
  const page = await findSkill(service, skill)
  await rateFound(service, page, options, await useOf(page, options.skillVersion))
}

/** Rates a skill that was found. */
export async function rateFound(
  service: Service,
  skill: RatedSkill,
  options: RateOptions,
  use: Use | undefined,
): Promise<void> {
  const isFromInput = options.json === '-'
  const earlier = await ownRating(service, skill.slug)
  const asks = isInteractive() && !isFromInput && !options.yes
  const body = isFromInput ? ((await readJsonInput()) as Body) : fromFlags(options)
  if (!isFromInput) await addObserved(body, options, use, asks)
  if (!asks && body.claws === undefined) throw usageError('Claws are missing: add --claws 1 to 5.')
  if (earlier) note(replacesText(earlier, skill))
  if (asks) await askMissing(body, skill)
  if (earlier && asks && !(await confirm('Replace it?', undefined)))
    throw new CliError('Nothing was changed.', EXIT.fine)
  const input = { ...body, skill_id: skill.id } as RatingInput
  const submitted = await dataOf(service.client.POST('/api/ratings', { body: input }))
  if (options.json) return printJson(submitted)
  printMessage(submitted.message)
  printMessage(`${skill.name} (${skill.slug})`)
  print(ratingLines(submitted.rating).join('\n'))
}

/** The caller's rating of a skill; undefined if there is none. */
export async function ownRating({ client }: Service, skill: string): Promise<Rating | undefined> {
  const request = dataOf(client.GET('/api/skills/{skill}/ratings/me', { params: { path: { skill } } }))
  return orUndefined('rating_not_found', request)
}

function fromFlags(options: RateOptions): Body {
  const { claws, commentary, skillVersion, observedCalls, observedFailures } = options
  const fields = {
    claws,
    ...perSubScore((name) => options[name]),
    commentary,
    version: skillVersion,
    observed_calls: observedCalls,
    observed_failures: observedFailures,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Body
}

/** How a skill was used on this machine. */
export type Use = {
  label: string
  /** The version that is installed, if it is certain. */
  version: string | undefined
  counts: Counts | undefined
  /** Whether all counted calls are known to be of the version that is rated. */
  isOfVersion: boolean
}

/** How the skill is installed here; undefined if it is not. Its page names its identifiers, so nothing has to be sent. */
async function useOf(skill: SkillPage, version: string | undefined): Promise<Use | undefined> {
  const names = new Set(skill.identifiers.map(comparable))
  return useAs(await scan(thisMachine()), (one) => names.has(comparable(one.identifier)), version)
}

function comparable(identifier: string): string {
  // Those of the service are decoded already.
  return identifier
    .replace(/%40/g, '@')
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
}

/** Of everything that is installed, the use of one skill, which can be configured several times. `rated` is the version that was typed. */
export function useAs(found: Scan, isSkill: (one: Installed) => boolean, rated?: string): Use | undefined {
  const own = found.installed.filter(isSkill)
  const [first] = own
  if (!first) return undefined
  const observed = observedOf(found)
  // One server can be configured several times, and has one object with its counts.
  const counted = [...new Set(own.map(observed))].filter((one) => one !== undefined)
  const versions = new Set(own.map(({ version }) => version))
  const version = versions.size === 1 ? first.version : undefined
  // Hooks do not know of which version a call was.
  const ofVersion = counted.flatMap((one) =>
    'versions' in one ? (one.versions.get(rated ?? version ?? '') ?? []) : [],
  )
  const isOfVersion = counted.length > 0 && ofVersion.length === counted.length
  const possible = rated === undefined ? counted : counted.flatMap((one) => withoutOthers(one, rated))
  const used = isOfVersion ? ofVersion : possible
  const counts = used.length > 0 ? { calls: sum(used, 'calls'), failures: sum(used, 'failures') } : undefined
  return { label: first.name, version, counts, isOfVersion }
}

/** The calls that can be of a version: none if all are known to be of others. */
function withoutOthers(counted: Counts | ProxyCounts, version: string): Counts[] {
  if (!('versions' in counted)) return [counted]
  const others = [...counted.versions].flatMap(([name, one]) => (name === version ? [] : [one]))
  const calls = counted.calls - sum(others, 'calls')
  return calls > 0 ? [{ calls, failures: counted.failures - sum(others, 'failures') }] : []
}

function sum(counts: Counts[], name: keyof Counts): number {
  return counts.reduce((total, one) => total + one[name], 0)
}

/**
 * Proposes what was counted, and the version, but not that of today beside calls that can be of others. Without a terminal, the agent decides
 * by --observed.
 */
async function addObserved(
  body: Body,
  options: RateOptions,
  use: Use | undefined,
  asks: boolean,
): Promise<void> {
  // Figures that were typed are about other calls than those that were counted.
  const isTyped = body.observed_calls !== undefined || body.observed_failures !== undefined
  const counts = isTyped ? undefined : use?.counts
  const found = body.version === undefined ? use?.version : counts && body.version
  const version = counts && !use?.isOfVersion ? undefined : found
  if (!use || (!counts && !version)) {
    if (options.observed && !isTyped)
      note(
        body.version === undefined
          ? 'No calls of this skill were counted, and no version of it is pinned.'
          : 'No calls of this version were counted.',
      )
    return
  }
  const reliability = counts && reliabilityOf(counts)
  const proposal = [
    ...(counts
      ? [`${count(counts.calls, 'call')} of ${safeText(use.label)}, ${counts.failures} failed`]
      : []),
    ...(version ? [`version ${safeText(version)}`] : []),
    ...(reliability === undefined ? [] : [`reliability ${reliability}`]),
  ].join(' · ')
  if (use.version && !version && body.version === undefined)
    note(
      `The calls may be of other versions than ${safeText(use.version)}, which is installed. If you used only this one, say so by --skill-version.`,
    )
  const accepts =
    options.observed || (asks && (await confirm(`Add what was found here: ${proposal}?`, undefined)))
  if (!accepts) {
    if (!asks) note(`Found on this machine: ${proposal}. Add --observed to send it.`)
    return
  }
  if (version) body.version ??= version
  if (counts) {
    body.observed_calls = counts.calls
    body.observed_failures = counts.failures
  }
  if (reliability !== undefined) body.reliability ??= reliability
}

const CLAWS = CLAW_MEANINGS.map(([claws, meaning]) => ({
  value: String(claws),
  label: `${claws}  ${meaning}`,
}))

async function askMissing(body: Body, skill: RatedSkill): Promise<void> {
  if (body.claws !== undefined) return
  body.claws = Number(await choose(`How many claws for ${skill.name}?`, CLAWS))
  for (const name of SUB_SCORE_NAMES) {
    if (body[name] !== undefined) continue
    const question = `${name[0]?.toUpperCase()}${name.slice(1)} from 0 to 100? Empty if you did not observe it.`
    const answer = await askText(question, (value) =>
      value.trim() === '' || (/^\d{1,3}(\.\d+)?$/.test(value.trim()) && Number(value) <= 100)
        ? undefined
        : 'A number from 0 to 100.',
    )
    if (answer) body[name] = Number(answer)
  }
  const version = body.version ?? (await askText('Which version did you use? Empty if you do not know.'))
  if (version) body.version = version
  const commentary = body.commentary ?? (await askText('What did you do, what worked and what did not?'))
  if (commentary) body.commentary = commentary
}

function replacesText(earlier: Rating, skill: RatedSkill): string {
  return [
    `This replaces your rating of ${safeText(skill.name)}:`,
    ...ratingLines(earlier, tableWidth() - 2).map((line) => `  ${line}`),
  ].join('\n')
}
