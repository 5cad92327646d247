/** What a configured server is, before the rules about privacy. */
export type Target =
  | { kind: 'npm' | 'pypi'; name: string; version?: string | undefined }
  | { kind: 'docker'; image: string }
  | { kind: 'git'; url: string }
  | { kind: 'remote'; url: string }
  /** A file or folder of a package on this machine. */
  | { kind: 'path'; path: string }
  | { kind: 'none'; reason: string }

export function none(reason: string): Target {
  return { kind: 'none', reason }
}
