import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // Most start programs, and one the stack of the service.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
})
