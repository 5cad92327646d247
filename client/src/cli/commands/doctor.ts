import { approvedIdentifiers, approveIdentifiers } from '../../config/settings.ts'
import { type Finding, findingsOf, identifiersOf, judgedMean, type Verdict } from '../../doctor/findings.ts'
import { sentIdentifier } from '../../doctor/identifier.ts'
import { DISABLED, type Installed, type Scan, type Skipped } from '../../doctor/installed.ts'
import { thisMachine } from '../../doctor/machine.ts'
import { scan } from '../../doctor/scan.ts'
import { CliError, EXIT, usageError } from '../errors.ts'
import { changeText, count, ratingsOf, shortPath, versionText } from '../format.ts'
import { noteMessage, printMessage, table, tableWidth, wrap } from '../layout.ts'
import {
  colours,
  endProgress,
  isInteractive,
  note,
  noteColours,
  print,
  printJson,
  progress,
} from '../output.ts'
import { confirm } from '../prompts.ts'
import { READ_PROGRAMS } from '../read-programs.ts'
import { lookupBatches, openServiceWithKey, openServiceWithoutKey, type Service } from '../service.ts'
import { safeText } from '../text.ts'

type Options = {
  dryRun?: boolean
  minClaws?: number
  forVersion?: boolean
  rate?: boolean
  json?: boolean
  yes?: boolean
}

export async function doctor(options: Options): Promise<void> {
  if (options.forVersion && options.minClaws === undefined)
    throw usageError('--for-version changes what --min-claws judges: add it, too.')
  const service = await openServiceWithoutKey()
  if (options.rate) checkMayRate(service)
  progress('Reading the configuration of your agents')
  const found = await scan(thisMachine())
  endProgress()
  const identifiers = identifiersOf(found.installed)
  if (options.dryRun) return printDryRun(service, identifiers, found, options.json)
  await askToSend(service, identifiers, found.installed, options)
  const findings = identifiers.length > 0 ? await findingsOf(service.client, found) : []
  endProgress()
  if (findings.some(({ skill }) => skill && skill.established_mean === undefined))
    note('This service does not say how established agents rated, so that there are no verdicts.')
  if (options.json) printJson({ skills: findings, skipped: found.skipped.map(skippedLine) })
  else printFindings(findings, found)
  if (options.rate) await rateUsed(await openServiceWithKey(), findings, found)
  if (options.minClaws !== undefined)
    checkMinClaws(options.minClaws, options.forVersion, findings, found.skipped)
}

/** @throws CliError if a skill is below, or retired. */
function checkMinClaws(
  minClaws: number,
  forVersion: boolean | undefined,
  findings: Finding[],
  skipped: Skipped[],
): void {
  const judged = forVersion ? versionMeanOf : meanOf
  const retired = findings.filter(({ verdict }) => verdict === 'retired').length
  const unjudged = findings.filter((one) => judged(one) === undefined && one.verdict !== 'retired')
  const left = skipped.filter(({ reason }) => reason !== DISABLED).length
  // Those that only have no verdict for their version.
  const others = unjudged.filter((one) => meanOf(one) !== undefined)
  const unpinned = others.filter(({ version }) => version === null).length
  const parts = [
    ...verdictCounts(unjudged.filter((one) => !others.includes(one))),
    ...(unpinned > 0 ? [`${unpinned} of unknown version`] : []),
    ...(others.length > unpinned ? [`${others.length - unpinned} unrated in this version`] : []),
    ...(left > 0 ? [`${left} skipped`] : []),
  ]
  const reasons = parts.length > 0 ? ` (${parts.join(', ')})` : ''
  const isCut = skipped.some((one) => one.isCut)
  note(
    `Not judged: ${isCut ? 'at least ' : ''}${unjudged.length + left} of ${findings.length + left}${reasons}.${isCut ? ' The scan was cut: there may be more skills.' : ''}`,
  )
  const below = findings.filter((one) => (judged(one) ?? minClaws) < minClaws)
  const ratings = forVersion ? 'established ratings of this version' : 'established ratings'
  const faults = [
    ...(below.length > 0 ? [`${count(below.length, 'skill')} with ${ratings} below ${minClaws} claws`] : []),
    ...(retired > 0 ? [count(retired, 'retired skill')] : []),
  ]
  if (faults.length > 0) throw new CliError(`${faults.join(', ')}.`)
}

/** The lowest one, as for {@link meanOf}. */
function versionMeanOf({ skill, same_package }: Finding): number | undefined {
  const means = [skill, ...same_package].flatMap(
    (one) => (one?.for_version && judgedMean(one.for_version)) ?? [],
  )
  return means.length > 0 ? Math.min(...means) : undefined
}

/** Of several imported skills with one package, `skill` is the one with the lowest mean. */
function meanOf({ skill }: Finding): number | undefined {
  return skill ? judgedMean(skill) : undefined
}

/** Exactly the requests of the lookup. */
function printDryRun(service: Service, identifiers: string[], found: Scan, json?: boolean): void {
  const url = `${service.baseUrl}/api/lookup`
  const requests = lookupBatches(identifiers).map((batch) => ({
    method: 'POST',
    url,
    body: { identifiers: batch },
  }))
  if (json) {
    printJson({ requests, skipped: found.skipped.map(skippedLine) })
    return
  }
  for (const { method, url, body } of requests) print(`${method} ${url}\n${JSON.stringify(body, null, 2)}`)
  if (requests.length === 0) print('Nothing would be sent.')
  printSkipped(found.skipped)
}

/** Asks before identifiers are sent that the user has not seen. */
async function askToSend(service: Service, identifiers: string[], installed: Installed[], options: Options) {
  if (options.yes || identifiers.length === 0) return
  const approved = await approvedIdentifiers(service.baseUrl)
  const unseen = identifiers.filter((identifier) => !approved.has(approvalOf(identifier)))
  if (unseen.length === 0) return
  const lines = unseen.map((identifier) => {
    const names = installed
      .filter((one) => sentIdentifier(one) === identifier)
      .map(({ name, client }) => `${name}, ${client}`)
    return `  ${safeText(identifier)}  ${noteColours.dim(safeText(`(${[...new Set(names)].join('; ')})`))}`
  })
  note(
    `Only these identifiers would be sent to ${service.baseUrl}, without your API key:\n${lines.join('\n')}`,
  )
  note(
    'A private package on the public registry cannot be told apart from others, nor can a private repository of GitHub or GitLab in a lock file.',
  )
  if (!isInteractive())
    throw usageError(
      'Nothing was sent, because asking needs a terminal. Add --yes to send these identifiers.',
    )
  if (!(await confirm('Send them?', undefined))) throw new CliError('Nothing was sent.', EXIT.fine)
  await approveIdentifiers(service.baseUrl, identifiers.map(approvalOf)).catch((error) => {
    if (!(error instanceof CliError)) throw error
    noteMessage(`${error.message} So this will be asked again.`)
  })
}

/** An approval of one version of a package covers its other versions: `pkg:npm/x@1.2.3` is `pkg:npm/x@`. */
function approvalOf(identifier: string): string {
  return identifier.replace(/^(pkg:[^@]*@).*/, '$1')
}

const VERDICT_COLOURS: Record<Verdict, (text: string) => string> = {
  good: colours.green,
  mixed: colours.yellow,
  poor: colours.red,
  retired: colours.red,
  merged: colours.yellow,
  unrated: colours.dim,
  unknown: colours.dim,
}

const MAX_FAILED_TOOLS = 3

const VERDICTS = Object.keys(VERDICT_COLOURS) as Verdict[]

function printFindings(findings: Finding[], { skipped }: Scan): void {
  if (findings.length === 0)
    printMessage(
      `No installed skills with a public identifier were found in the configuration of ${READ_PROGRAMS}.`,
    )
  else {
    const columns = [
      { title: 'NAME', weight: 2 },
      { title: 'CLIENT' },
      { title: 'CLAWS', align: 'right' as const },
      { title: 'RATINGS', align: 'right' as const },
      { title: 'VERDICT' },
      { title: 'SKILL', weight: 3 },
    ]
    const rows = findings.map((one) => [
      one.name,
      one.client,
      // The figure behind the verdict, and not the mean of all ratings.
      meanOf(one)?.toFixed(1) ?? '–',
      one.skill ? ratingsOf(one.skill) : '–',
      one.verdict,
      one.skill?.name ?? one.identifier.replace('%40', '@'),
    ])
    const [head, ...lines] = table(columns, rows, tableWidth()).split('\n')
    print(colours.bold(head ?? ''))
    lines.forEach((line, index) => {
      const { verdict } = findings[index] as Finding
      print(
        colours.isColorSupported
          ? line.replace(` ${verdict} `, ` ${VERDICT_COLOURS[verdict](verdict)} `)
          : line,
      )
    })
    for (const one of findings) printAdvice(one)
    print(`\n${summaryOf(findings)}\n`)
    for (const [source, names] of bySource(findings))
      print(colours.dim(safeText(`${shortPath(source)}: ${names.join(', ')}`)))
  }
  printSkipped(skipped)
}

/** Such as “3 skills: 2 good, 1 unknown.” */
function summaryOf(findings: Finding[]): string {
  const isUnknown = findings.some(({ verdict }) => verdict === 'unknown')
  const hint = isUnknown ? ' `skill-rating submit` adds what the catalogue does not know.' : ''
  const text = `${count(findings.length, 'skill')}: ${verdictCounts(findings).join(', ')}.${hint}`
  return wrap(text, tableWidth()).join('\n')
}

/** Such as “2 good” and “1 unknown”. */
function verdictCounts(findings: Finding[]): string[] {
  return VERDICTS.flatMap((verdict) => {
    const number = findings.filter((one) => one.verdict === verdict).length
    return number > 0 ? [`${number} ${verdict}`] : []
  })
}

function printAdvice(one: Finding): void {
  const { verdict, skill, alternative, observed_calls, observed_failures, observed_tools, observed_unread } =
    one
  const label = safeText(one.name)
  const ofVersion = versionText(one)
  if (ofVersion) printMessage(`${label}: ${ofVersion}.`)
  if (skill && changeText(skill)) printMessage(`${label}: ${changeText(skill)}.`)
  const same = one.same_package.map(({ name, slug }) => `${safeText(name)} (${slug})`)
  if (same.length > 0) printMessage(`${label}: not rated lower, with the same package: ${same.join(', ')}.`)
  if (verdict === 'merged' && skill) printMessage(`${label}: now ${safeText(skill.name)} (${skill.slug}).`)
  if (alternative)
    printMessage(
      `${label}: ${verdict === 'retired' ? 'retired; a search for its words finds' : 'instead'} ${safeText(alternative.name)} (${alternative.slug}), ${alternative.established_mean.toFixed(1)} claws, ratings: ${ratingsOf(alternative)}`,
    )
  else if (verdict === 'poor') printMessage(`${label}: no better rated alternative was found.`)
  else if (verdict === 'retired') printMessage(`${label}: retired, and nothing is known to replace it.`)
  if (observed_calls)
    printMessage(
      `${label}: ${count(observed_calls, 'call')} counted, ${observed_failures} failed${failedTools(observed_tools ?? [])}.`,
    )
  if (observed_unread)
    printMessage(`${label}: ${count(observed_unread, 'message')} too long to be read, and not counted.`)
}

/** Such as “: click 3 of 12, type 1 of 5”, of the tools that failed most often. */
function failedTools(tools: NonNullable<Finding['observed_tools']>): string {
  const failed = tools.filter(({ failures }) => failures > 0)
  const worst = failed.sort((one, other) => other.failures - one.failures).slice(0, MAX_FAILED_TOOLS)
  const parts = worst.map(({ tool, calls, failures }) => `${tool} ${failures} of ${calls}`)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

function bySource(findings: Finding[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { source, name } of findings) names.set(source, [...(names.get(source) ?? []), name])
  return names
}

function printSkipped(skipped: Skipped[]): void {
  for (const one of skipped) {
    const { source, reason } = skippedLine(one)
    note(noteColours.dim(safeText(`Skipped ${shortPath(source)}: ${reason}`)))
  }
}

function skippedLine({ source, name, reason }: Skipped): { source: string; reason: string } {
  return { source: name === undefined ? source : `${source}: ${name}`, reason }
}

/** Before anything is sent. */
function checkMayRate({ apiKey }: Service): void {
  if (!isInteractive()) throw usageError('--rate asks questions: it needs a terminal.')
  if (!apiKey) throw new CliError('No API key was found. Run `skill-rating register --name NAME` first.')
}

/** Walks through the skills that were used and not rated. */
async function rateUsed(service: Service, findings: Finding[], found: Scan): Promise<void> {
  const { ownRating, rateFound, useAs } = await import('./rate.ts')
  const seen = new Set<string>()
  let unrated = 0
  const skillOf = new Map(findings.map(({ identifier, name, skill }) => [`${identifier} ${name}`, skill?.id]))
  for (const { skill, status, observed_calls } of findings) {
    if (status !== 'found' || !skill || !observed_calls || seen.has(skill.id)) continue
    seen.add(skill.id)
    if (await ownRating(service, skill.slug)) continue
    unrated++
    const use = useAs(found, ({ identifier, name }) => skillOf.get(`${identifier} ${name}`) === skill.id)
    if (await confirm(`Rate ${skill.name}?`, undefined)) await rateFound(service, skill, {}, use)
  }
  if (unrated === 0)
    note(
      seen.size > 0 ? 'You have rated all skills that you used.' : 'No calls of these skills were counted.',
    )
}
