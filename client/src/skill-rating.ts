#!/usr/bin/env node
// The command line. `observe` runs after each call of a tool, and `proxy` in front of a server, so nothing else is loaded for them.
const [, , command, dashes, ...rest] = process.argv
if (command === 'observe' && !dashes?.startsWith('-'))
  await (await import('./observe/observe.ts')).observe(dashes)
else if (command === 'proxy' && dashes === '--' && rest.length > 0)
  await (await import('./proxy/proxy.ts')).proxy(rest)
else await (await import('./cli/main.ts')).main()

export {}
