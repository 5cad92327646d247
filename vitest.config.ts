import { defineConfig } from 'vitest/config'

// Each start of a stack takes a second or two, more on a busy machine.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // Files wait for their stacks more than they compute, so two run at once even on two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      {
        test: {
          name: 'service',
          include: ['api', 'clients', 'database', 'docs', 'fuzz', 'mcp', 'resilience/races'].map(
            (folder) => `tests/${folder}/**/*.test.ts`,
          ),
          // One stack for all of them; none when BASE_URL names a deployment to test.
          globalSetup: 'tests/support/global-stack.ts',
          ...patience,
        },
      },
      {
        test: {
          name: 'deploy',
          include: ['tests/schema/**/*.test.ts', 'tests/deploy/**/*.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'trust',
          include: ['tests/security/**/*.test.ts', 'tests/resilience/*.test.ts'],
          ...patience,
        },
      },
      { test: { name: 'stack', include: ['tests/stack/**/*.test.ts'], ...patience } },
    ],
  },
})
