import type { StackOptions } from '../../local/stack/options.ts'

/** The web site of the stacks of tests that serve none themselves. */
export const TEST_SITE_URL = 'https://skills.example.com'

/**
 * Options for a stack of tests. With READS_BY_GET=1 in the environment, the functions read the catalogue by GET from their own Data API, as
 * from a read replica: every test must pass then, too.
 */
export function testStack(options: Partial<StackOptions> = {}): Partial<StackOptions> {
  const functionSettings: Record<string, string> = {
    ...(!options.webSite && { SITE_URL: TEST_SITE_URL }),
    // The issuers of tests.
    IDENTITY_ALLOW_LOOPBACK: '1',
    ...options.functionSettings,
  }
  if (!process.env.READS_BY_GET) return { ...options, functionSettings }
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
