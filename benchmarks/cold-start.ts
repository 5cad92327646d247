// npm run bench:cold -- --against REV [--starts 30]: how long the function takes from the start of its process to its first
// answer, here and as it was at another commit, in turns. The answer is a 404, which asks no database.
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, wholeNumber } from '../local/cli/command.ts'
import { Refusal } from '../local/cli/user-error.ts'
import { type Stack, startStack } from '../local/stack/stack.ts'
import { projectDir, run } from '../scripts/program.ts'
import { fineCpuOf } from './cpu.ts'
import { FUNCTION, startDeno, statusOf } from './deno.ts'
import { figure, median } from './statistics.ts'

const FEWEST_STARTS = 20

const options = {
  against: { type: 'string', value: 'REV', help: 'The commit to compare with' },
  starts: { type: 'string', value: 'N', default: '30', help: 'How often to start each' },
} as const

await command('bench:cold', { options }, async (asked) => {
  const { against } = asked
  if (!against) throw new Refusal('Say against which commit: npm run bench:cold -- --against main')
  const starts = wholeNumber('starts', asked.starts, FEWEST_STARTS)
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'skill-rating-cold-')))
  const [here, other] = [join(folder, 'here'), join(folder, 'other')]
  await git('worktree', 'add', '--detach', other, against)
  try {
    // A copy, so that both reach their packages over the same way.
    await cp(join(projectDir, 'functions'), join(here, 'functions'), { recursive: true })
    for (const tree of [here, other]) {
      // What starts them is the same.
      await cp(join(projectDir, FUNCTION), join(tree, FUNCTION))
      await symlink(join(projectDir, 'node_modules'), join(tree, 'node_modules'), 'junction')
    }
    // Only to start the function as a stack does.
    const stack = await startStack({ dataDir: join(folder, 'data'), apiPort: 0, dbPort: 0, studioPort: 0 })
    try {
      await compare(stack, { here, [against]: other }, folder, starts)
    } finally {
      await stack.stop()
    }
  } finally {
    await git('worktree', 'remove', '--force', other)
    await rm(folder, { recursive: true, force: true })
  }
})

async function git(...args: string[]): Promise<void> {
  const { status, stderr } = await run('git', args)
  if (status !== 0) throw new Refusal(`git ${args[0]} failed: ${stderr.trim()}`)
}

/** @param folders of the projects, by what they are called; the first is compared with the second */
async function compare(
  stack: Stack,
  folders: Record<string, string>,
  scratch: string,
  starts: number,
): Promise<void> {
  const contenders = Object.entries(folders).map(([name, folder], i) => ({
    name,
    folder,
    // Of its own, so that neither finds the other's compiled code.
    settings: { DENO_DIR: join(scratch, `deno-${i}`) },
    times: [] as number[],
    cpu: [] as number[],
  }))
  // The first start of each only fills its cache. Which one begins a turn changes, so that neither always follows the other.
  for (let turn = 0; turn <= starts; turn++) {
    for (const contender of turn % 2 ? contenders.toReversed() : contenders) {
      const { folder, settings, times, cpu } = contender
      const server = await startDeno(stack, FUNCTION, settings, folder)
      const status = await statusOf(`${server.origin}/api/nothing`)
      const time = performance.now() - server.begun
      const used = fineCpuOf(server.pid)
      await server.stop()
      if (status !== 404) throw new Error(`The function in ${folder} answered ${status} and not 404.`)
      if (turn > 0) {
        times.push(time)
        cpu.push(used)
      }
    }
  }
  for (const { name, times, cpu } of contenders)
    console.log(
      `${name}: ${figure(median(times))} ms to the first answer, of CPU ${figure(median(cpu))} ms (medians of ${starts} starts)`,
    )
  const [here, there] = contenders
  if (!here || !there) return
  const ratio = (of: 'times' | 'cpu') => (median(here[of]) / median(there[of])).toFixed(3)
  console.log(`${here.name} / ${there.name}: time ${ratio('times')}, CPU ${ratio('cpu')}`)
}
