import { defineConfig } from 'vitest/config'

// The tests as a mutant meets them: those that need a server share one that stays up while the mutants change.
const patience = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  cacheDir: '.vitest',
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      {
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          globalSetup: 'scripts/mutation/server.ts',
          ...patience,
        },
      },
      { test: { name: 'privileges', include: ['tests/security/privileges/**/*.test.ts'], ...patience } },
    ],
  },
})
