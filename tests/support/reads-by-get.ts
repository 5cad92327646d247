import type { StackOptions } from '../../local/stack/options.ts'

/**
 * Options for a stack of tests. With READS_BY_GET=1 in the environment, the functions read the catalogue by GET from their own Data API, as
 * from a read replica: every test must pass then, too.
 */
export function testStack(options: Partial<StackOptions> = {}): Partial<StackOptions> {
  if (!process.env.READS_BY_GET) return options
  const functionSettings: Record<string, string> = { ...options.functionSettings }
  return {
    ...options,
    functionSettings,
    // Called with the port before the functions start.
    async detour(to, port) {
      if (to === 'Data API') functionSettings.CATALOGUE_URL = `http://127.0.0.1:${port}`
      return port
    },
  }
}
