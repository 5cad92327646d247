// `npm run dev`: what `npm start` does, shown anew whenever it is changed. The stack itself restarts the part that a change touches
// (follow-code.ts); what the stack's own process is made of, this one starts again.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments } from './cli/command.ts'
import { ofParts } from './watch/restart-on-change.ts'
import { settleTimeMs, watchFolder } from './watch/watch-files.ts'

try {
  readArguments('dev', {})
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

const here = fileURLToPath(new URL('.', import.meta.url))
let isOver = false
let isRestarting = false
let calm: NodeJS.Timeout | undefined
let stack = launch()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isOver = true
    // A terminal's Ctrl-C has reached the stack as well: the same request twice is one request.
    if (!stack.kill('SIGTERM')) process.exit()
  })
}

watchFolder(here, (file) => {
  if (!/\.(ts|mjs)$/.test(file) || ofParts.test(file)) return
  clearTimeout(calm)
  calm = setTimeout(() => {
    console.log(`  local/${file} has changed.`)
    isRestarting = true
    // When it has ended already there is nothing to wait for.
    if (!stack.kill('SIGTERM')) stack = launch()
  }, settleTimeMs)
})

function launch(): ChildProcess {
  isRestarting = false
  const args = [join(here, 'run.mjs'), join(here, 'start.ts'), '--dev']
  return spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (status) => {
    if (isOver) process.exit(status ?? 0)
    if (isRestarting) stack = launch()
    else console.log('The stack has ended. It starts again when local/ changes; Ctrl-C ends this.')
  })
}
