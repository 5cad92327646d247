/** Something that is installed and has a public identifier. */
export type Installed = {
  /** The label on this machine. */
  name: string
  client: string
  /** Where it is configured. */
  source: string
  identifier: string
  /** Only if it is pinned, or certain by a lock file. */
  version: string | undefined
  /** The name of an MCP server, in the client's calls. */
  server: string | undefined
  /** The only folder in which it counts, of a file for several. */
  project?: string | undefined
  /** Whether `skill-rating proxy` counts its calls. */
  isProxied: boolean
}

/** A file that could not be read, or something without a public identifier. */
export type Skipped = {
  source: string
  reason: string
  name?: string
  client?: string
  /** As of something that is installed. */
  server?: string | undefined
  project?: string | undefined
  /** What follows was not read, so that nobody knows how much it is. */
  isCut?: boolean
}

export type Scan = { installed: Installed[]; skipped: Skipped[] }

/** The reason of a server that its configuration switches off. */
export const DISABLED = 'it is disabled'
