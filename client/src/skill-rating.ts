#!/usr/bin/env node
// The command line. `observe` runs after each call of a tool, so nothing else is loaded for it.
if (process.argv[2] === 'observe') (await import('./observe/observe.ts')).observe()
else await (await import('./cli/main.ts')).main()

export {}
