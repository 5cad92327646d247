import type { z } from 'zod'
import { SUB_SCORE_NAMES } from '../../_shared/schemas/options.ts'
import type { StoredServersOfSkills } from '../../_shared/schemas/registry.ts'
import type { Skill, SkillPage } from '../../_shared/schemas/responses.ts'
import { publicUrl, siteUrl } from '../../_shared/settings.ts'
import { ENOUGH } from '../../_shared/text/describe-trust.ts'
import { urnHost } from '../../_shared/text/urn-host.ts'
import { ATTESTATION_TYPE, type CatalogEntry, ENTRY_TYPES } from './schemas.ts'
import { skillFileUrl } from './skill-file.ts'

type Entry = z.output<typeof CatalogEntry>
type ListedSkill = z.output<typeof Skill>
type Sources = z.output<typeof StoredServersOfSkills>
type Server = Sources['servers'][number]

/** What some skills were imported as, and which files they are. */
export interface EntrySources {
  server: Server | undefined
  /** The normal form of the url of an agent skill on github.com. */
  path: string | undefined
}

/** Finds the sources of a skill by its id. */
export function sourcesOf({ servers, paths }: Sources): (skillId: string) => EntrySources {
  const serverOf = new Map(servers.map((server) => [server.skill_id, server]))
  const pathOf = new Map(paths.map(({ skill_id, identifier }) => [skill_id, identifier]))
  return (skillId) => ({ server: serverOf.get(skillId), path: pathOf.get(skillId) })
}

/** The address of this registry. */
export const ARD_URL = `${publicUrl}/functions/v1/registry/ard`

/** The host that the identifiers of all entries name; undefined without a web site whose host an identifier can name. */
export const URN_HOST = urnHost(siteUrl)
/** What the identifiers of all entries begin with. */
export const URN_PREFIX = URN_HOST && `urn:air:${URN_HOST}:skills:`

const EVIDENCE_NOTE =
  'The newest 100 ratings by established agents. Their own tools counted the calls; the service does not verify them, and counts at most 1,000 of each rating.'

/** A skill as an entry of the catalogue. */
export function entryOf(skill: ListedSkill, sources: EntrySources): Entry {
  const { slug, name, description, type } = skill
  const { server } = sources
  const queries = representativeQueries(skill, server)
  const url = `${siteUrl}/skills/${slug}`
  return {
    identifier: `${URN_PREFIX}${slug}`,
    displayName: name,
    description,
    ...artifactOf(skill, sources, url),
    ...(queries.length > 1 && { representativeQueries: queries }),
    tags: [type],
    ...(server && { version: server.server.version }),
    updatedAt: updatedAt(skill, server),
    metadata: {
      ...(server && { name: server.server.name }),
      ...ratingsOf(skill),
      updated_at: server?.updated_at ?? skill.updated_at,
      url,
    },
    ...(ratingsOfWhatItInstalls(skill, server) >= ENOUGH && { trustManifest: trustIn(slug) }),
  }
}

/** The entry of one skill, with what the newest ratings say together. */
export function entryWithEvidence(page: z.output<typeof SkillPage>, sources: EntrySources): Entry {
  const entry = entryOf(page, sources)
  const evidence = Object.entries(page.evidence).map(([name, value]) => [`evidence.${name}`, value])
  const metadata = { ...entry.metadata, 'evidence.of': EVIDENCE_NOTE, ...Object.fromEntries(evidence) }
  return { ...entry, metadata }
}

/** The type of an entry with what it consists of: a server card, a SKILL.md, or else the page of the skill. */
function artifactOf(skill: ListedSkill, { server, path }: EntrySources, page: string) {
  if (server) return { type: ENTRY_TYPES.server, data: serverCardOf(server) }
  if (path !== undefined && skill.url !== null)
    return { type: ENTRY_TYPES.skill, url: skillFileUrl(skill.url, path) }
  return { type: ENTRY_TYPES.page, url: page }
}

/** The server.json as a server card, which has the same members but those for packages. A client that runs packages needs these. */
function serverCardOf({ server }: Server): Record<string, unknown> {
  return { ...server, $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' }
}

/** What people may search to find a skill: its names, and the headings of its description. */
function representativeQueries({ name, description }: ListedSkill, server: Server | undefined): string[] {
  const title = server?.server.title
  const serverName = server?.server.name
    .split('/')
    .at(-1)
    ?.replace(/[._-]+/g, ' ')
  const headings = [...description.matchAll(/^#{1,6} +(.+?)[ #]*$/gm)].map(([, heading]) => heading)
  const texts = [name, title, serverName, ...headings].filter((text) => typeof text === 'string')
  const byKey = new Map(texts.toReversed().map((text) => [text.toLowerCase(), text]))
  return [...byKey.values()].toReversed().slice(0, 5)
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

/** What the skill's JSON attests: how the skill did for agents that used it. */
function trustIn(slug: string): NonNullable<Entry['trustManifest']> {
  return {
    identity: siteUrl === undefined ? '' : new URL(siteUrl).origin,
    attestations: [
      {
        type: ATTESTATION_TYPE,
        uri: `${publicUrl}/functions/v1/api/skills/${slug}`,
        mediaType: 'application/json',
      },
    ],
  }
}

/** The last change of the skill or of its server. Both times are in UTC, in one format. */
function updatedAt({ updated_at: changed }: ListedSkill, server: Server | undefined): string {
  const imported = server?.updated_at ?? ''
  return Date.parse(imported) > Date.parse(changed) ? imported : changed
}
