import './local/without-pg-variables.mjs'
import { existsSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

// A stack starts in a second or two, and takes longer on a busy machine.
const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 }

/** The web site in Chromium, against one real stack. */
const browser = (mode: string) => ({
  include: [`tests/browser/*.${mode === 'browser-nightly' ? 'nightly.test' : 'test'}.ts`],
  exclude:
    mode === 'browser-nightly' ? configDefaults.exclude : [...configDefaults.exclude, '**/*.nightly.test.ts'],
  globalSetup: ['tests/browser/stack.ts', 'tests/browser/chromium.ts'],
  maxWorkers: 2,
  // Loading the modules anew for each file took a tenth of the time.
  isolate: false,
  // One test of a hundred waited in vain on a busy machine, and never when it was repeated.
  retry: 1,
  testTimeout: 60_000,
  // One of them builds the site with all its skills.
  hookTimeout: 180_000,
  expect: { poll: { timeout: 15_000 } },
})

/**
 * Lets the tests create their folders in memory where Linux has room for them: they copy, fill and delete the files of some fifty
 * databases, which costs an eighth of the CPU time and seconds of waiting on a disk.
 */
function useMemory(): void {
  const folder = '/dev/shm'
  const bytes = 4 * 1024 ** 3
  if (process.env.TMPDIR || !existsSync(folder)) return
  const { bavail, bsize } = statfsSync(folder)
  if (Math.min(bavail * bsize, freemem()) > bytes) process.env.TMPDIR = folder
}

/**
 * `--mode nightly` runs the long tests, `*.nightly.test.ts`, in place of the others, `--mode browser` those of the web site, and
 * `--mode browser-nightly` the long ones of those.
 */
export default defineConfig(({ mode }) => {
  if (mode.startsWith('browser')) return { test: browser(mode) }
  const isNightly = mode === 'nightly'
  // The nightly tests have far more data.
  if (!isNightly) useMemory()
  const project = (name: string, folders: string[]) => ({
    name,
    include: folders.map((folder) => `tests/${folder}/*.${isNightly ? 'nightly.test' : 'test'}.ts`),
    // Test files share the modules of the project, which take up to a second to load, and change no state in them.
    isolate: false,
    exclude: isNightly ? configDefaults.exclude : [...configDefaults.exclude, '**/*.nightly.test.ts'],
  })
  const service = [
    '{api,mcp,registry,identity,database}/**',
    'resilience/{fuzz,races}',
    'security/{identity,studio}',
  ]
  const stack = ['{scripts,stack}', 'resilience', 'security/{attacks,operator,secrets}']
  const safeupdate = {
    test: {
      name: 'safeupdate',
      include: service.map((folder) => `tests/${folder}/*.test.ts`),
      exclude: [...configDefaults.exclude, '**/*.nightly.test.ts'],
      isolate: false,
      globalSetup: 'tests/support/global-stack.ts',
      ...timeouts,
    },
  }
  if (isNightly && !process.env.SAFEUPDATE_LIBRARY)
    console.warn(
      'SAFEUPDATE_LIBRARY is not set: the tests of the service do not run with safeupdate (docs/testing.md).',
    )
  return {
    test: {
      // Test files wait for their stacks more than they compute: two at a time are the fastest on two cores.
      maxWorkers: 2,
      projects: [
        // Some walk all of Unicode: seconds, on a busy machine.
        { test: { ...project('unit', ['{unit,functions}']), testTimeout: 30_000 } },
        // One stack for all of these tests; none when BASE_URL names a deployment.
        {
          test: { ...project('service', service), globalSetup: 'tests/support/global-stack.ts', ...timeouts },
        },
        // The tests that are not nightly, on a Data API whose role has safeupdate, as on Supabase.
        ...(isNightly && process.env.SAFEUPDATE_LIBRARY ? [safeupdate] : []),
        // Each of these tests starts what it needs.
        { test: { ...project('stack', stack), ...timeouts } },
      ],
    },
  }
})
