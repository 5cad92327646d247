import '../../local/without-pg-variables.mjs'
import { defineConfig } from 'vitest/config'

// `npm run test:browser`: the web site in Chromium, against one real stack.
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['tests/browser/stack.ts', 'tests/browser/chromium.ts'],
    maxWorkers: 2,
    // One test of a hundred waited in vain on a busy machine, and never when it was repeated.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
