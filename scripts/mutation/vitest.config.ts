import '../../local/without-pg-variables.mjs'
import { defineConfig } from 'vitest/config'

// Stryker runs the unit tests; `npm run mutation:sql` runs the tests of the database on a server that stays up.
export default defineConfig({
  test: {
    maxWorkers: 2,
    ...(process.env.MUTATION_STACK
      ? {
          include: ['tests/database/**/*.test.ts'],
          globalSetup: 'scripts/mutation/global-setup.ts',
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        }
      : { include: ['tests/{functions,unit}/**/*.test.ts'] }),
  },
})
