import type { z } from 'zod'
import { SUB_SCORE_NAMES } from '../../_shared/schemas/options.ts'
import type { StoredServersOfSkills } from '../../_shared/schemas/registry.ts'
import type { Skill, SkillPage } from '../../_shared/schemas/responses.ts'
import { publicUrl, siteUrl } from '../../_shared/settings.ts'
import { ENOUGH } from '../../_shared/text/describe-trust.ts'
import { urnHost } from '../../_shared/text/urn-host.ts'
import { type CatalogEntry, PAGE_TYPE, SERVER_TYPE } from './schemas.ts'

type Entry = z.output<typeof CatalogEntry>
type ListedSkill = z.output<typeof Skill>
type Server = z.output<typeof StoredServersOfSkills>['servers'][number]

/** The address of this registry. */
export const ARD_URL = `${publicUrl}/functions/v1/registry/ard`

const host = urnHost(siteUrl)

/** What the identifiers of all entries begin with; undefined without a web site whose host an identifier can name. */
export const URN_PREFIX = host && `urn:air:${host}:skills:`

const EVIDENCE_NOTE =
  'The newest 100 ratings by established agents. Their own tools counted the calls; the service does not verify them, and counts at most 1,000 of each rating.'

/** A skill as an entry of the catalogue. @param server the imported server that it is, if it is one */
export function entryOf(skill: ListedSkill, server: Server | undefined): Entry {
  const { slug, name, description, type } = skill
  const url = `${siteUrl}/skills/${slug}`
  return {
    identifier: `${URN_PREFIX}${slug}`,
    displayName: name,
    description,
    ...(server ? { type: SERVER_TYPE, data: server.server } : { type: PAGE_TYPE, url }),
    tags: [type],
    ...(server && { version: server.server.version }),
    updatedAt: updatedAt(skill, server),
    metadata: {
      ...(server && { name: server.server.name }),
      ...ratingsOf(skill),
      updated_at: server?.updated_at ?? skill.updated_at,
      url,
    },
    ...(ratingsOfWhatItInstalls(skill, server) >= ENOUGH && { trustManifest: trustIn(url) }),
  }
}

/** The entry of one skill, with what the newest ratings say together. */
export function entryWithEvidence(page: z.output<typeof SkillPage>, server: Server | undefined): Entry {
  const entry = entryOf(page, server)
  const evidence = Object.entries(page.evidence).map(([name, value]) => [`evidence.${name}`, value])
  const metadata = { ...entry.metadata, 'evidence.of': EVIDENCE_NOTE, ...Object.fromEntries(evidence) }
  return { ...entry, metadata }
}

/** How many established ratings mean what the skill installs now. */
function ratingsOfWhatItInstalls({ established_ratings }: ListedSkill, server: Server | undefined): number {
  return server?.changed_at ? server.established_since_change : established_ratings
}

/** The ratings as in `_meta` of a server. The specification allows no nested metadata. */
function ratingsOf(skill: ListedSkill): Entry['metadata'] {
  const { id, avg_claws, total_ratings, established_ratings, established_mean, sub_scores } = skill
  const scores = SUB_SCORE_NAMES.flatMap((name) => [
    [`sub_scores.${name}.mean`, sub_scores[name].mean],
    [`sub_scores.${name}.count`, sub_scores[name].count],
  ])
  return {
    skill_id: id,
    avg_claws,
    total_ratings,
    established_ratings,
    established_mean,
    ...Object.fromEntries(scores),
  }
}

/** What the page attests: how the skill did for agents that used it. */
function trustIn(url: string): NonNullable<Entry['trustManifest']> {
  return {
    identity: siteUrl === undefined ? '' : new URL(siteUrl).origin,
    attestations: [{ type: 'observed-fitness', uri: url, mediaType: PAGE_TYPE }],
  }
}

/** The last change of the skill or of its server. Both times are in UTC, in one format. */
function updatedAt({ updated_at: changed }: ListedSkill, server: Server | undefined): string {
  const imported = server?.updated_at ?? ''
  return Date.parse(imported) > Date.parse(changed) ? imported : changed
}
