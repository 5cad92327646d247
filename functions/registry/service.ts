import type { z } from 'zod'
import { call } from '../_shared/database.ts'
import { RATINGS_META } from '../_shared/schemas/options.ts'
import type {
  ServerList,
  ServerResponse,
  StoredServer,
  StoredServerList,
} from '../_shared/schemas/registry.ts'
import type { ListServersQuery, ServerQuery } from '../_shared/schemas/requests.ts'
import { siteUrl } from '../_shared/settings.ts'
import { argumentsOf } from '../_shared/sql-functions.ts'
import type { EntryKind } from './ard/schemas.ts'

type OneServer = { name: string } & z.output<typeof ServerQuery>

/** A page of the imported servers. */
export async function listServers(query: z.output<typeof ListServersQuery>) {
  return withPages(await call('list_servers', { ...argumentsOf(query), p_skill_ids: undefined }))
}

/**
 * The skills that match, of these types, with the words that match, and the servers that they were imported as. @param kinds only entries
 * of these kinds @param attested only skills with an attestation
 */
export function searchSkills(query: {
  search: string
  types: string[]
  kinds: EntryKind[]
  attested: boolean
  limit: number
  cursor: string | undefined
}) {
  return call('search_entries', argumentsOf(query))
}

/** The servers that these skills were imported as, and the files that they are. */
export function listServersOfSkills(ids: string[]) {
  return call('list_servers_of_skills', { p_skill_ids: ids })
}

/** A server in its only version, as a list. */
export async function listServerVersions(server: OneServer) {
  return withPages(await call('list_server_versions', argumentsOf(server)))
}

/** A server. @param server with its version, or `latest` */
export async function getServer(server: OneServer & { version: string }) {
  return withPage(await call('get_server', argumentsOf(server)))
}

function withPages({ servers, metadata }: z.output<typeof StoredServerList>): z.output<typeof ServerList> {
  return { servers: servers.map(withPage), metadata }
}

/** Replaces the slug of the skill by the address of its page. */
function withPage({ server, _meta }: z.output<typeof StoredServer>): z.output<typeof ServerResponse> {
  const { slug, ...ratings } = _meta[RATINGS_META]
  const url = siteUrl && `${siteUrl}/skills/${slug}`
  return { server, _meta: { ..._meta, [RATINGS_META]: { ...ratings, ...(url && { url }) } } }
}
