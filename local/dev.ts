// `npm run dev`: runs `npm start` with a watcher (restart-on-change.ts), and starts it again when local/ changes.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { command } from './cli/command.ts'
import { projectDir } from './project-dir.ts'
import { STACK_VARIABLES } from './stack/settings.ts'
import { watchFolder } from './watch/watch-files.ts'

await command('dev', { variables: STACK_VARIABLES }, async () => {
  const folder = join(projectDir, 'local')
  let isStopping = false
  let isRestarting = false
  let stack = launch()

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isStopping = true
      // Ctrl-C in a terminal reaches the stack, too. It handles the second signal like one.
      if (!stack.kill('SIGTERM')) process.exit()
    })

  watchFolder(folder, /\.(ts|mjs|sql)$/, ([changed]) => {
    console.log(`  local/${changed} has changed.`)
    isRestarting = true
    // false when it has exited already.
    if (!stack.kill('SIGTERM')) stack = launch()
  })

  function launch(): ChildProcess {
    isRestarting = false
    const args = [join(folder, 'run.mjs'), join(folder, 'start.ts'), '--dev']
    return spawn(process.execPath, args, { stdio: 'inherit' }).once('exit', (status) => {
      if (isStopping) process.exit(status ?? 0)
      if (isRestarting) stack = launch()
      else console.log('The stack has exited. It starts again when local/ changes. Press Ctrl-C to quit.')
    })
  }
})
