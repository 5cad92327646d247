/** More characters than a version that can be served. */
export const MAX_VERSION = 256

/** A skill of another catalogue, as `public.import_skills` takes it. */
export type Entry = {
  external_name: string
  name: string
  description: string
  type: 'mcp' | 'clawdbot' | 'other'
  url: string | null
  /** The version in the server.json, cut; empty if it is not a text. */
  version: string
  /** Whether the other catalogue calls this version the latest. */
  is_latest: boolean
  status: Status
  /** The server.json as it was sent; null if it is not served. */
  server: object | null
  /** How it is installed, built from its server.json; null if nothing fits. */
  install?: object | null
  /** Why it is not served, if so. */
  server_problem?: string
  server_published_at: string | null
  source_updated_at: string | null
  status_changed_at: string | null
}

/** Whether the other catalogue still offers this version. The best one of its versions is the status of a skill. */
type Status = 'active' | 'deprecated' | 'deleted'

/** A skill that cannot be imported, and why. One that was imported stays as it is, unless it is withdrawn: then it counts as deleted. */
export type Problem = [externalName: string, problem: string, isWithdrawn?: true]

/** A skill without versions and without a server.json. */
export function simpleEntry(
  skill: Pick<Entry, 'external_name' | 'name' | 'description' | 'type' | 'url' | 'version'>,
): Entry {
  return {
    ...skill,
    version: skill.version.slice(0, MAX_VERSION),
    is_latest: true,
    status: 'active',
    server: null,
    server_published_at: null,
    source_updated_at: null,
    status_changed_at: null,
  }
}

/** A skill that the other catalogue does not have any more. */
export function deletedEntry(externalName: string): Entry {
  const skill = {
    external_name: externalName,
    name: '',
    description: '',
    type: 'other' as const,
    url: null,
    version: '',
  }
  return { ...simpleEntry(skill), status: 'deleted' }
}

/** Another catalogue. */
export type Source = {
  /** Its URL. */
  url: string
  /** What is in the names of skills whose own name is taken. */
  label: 'MCP Registry' | 'ClawHub'
  read: () => AsyncIterable<Page>
  /** Whether what is missing is deleted there. Otherwise, it says so of each entry. */
  listsAll: boolean
}

/** A page of another catalogue. */
export type Page = {
  entries: Entry[]
  problems: Problem[]
}
