import { type ChildProcess, spawn } from 'node:child_process'
import { expect, type TestContext, test } from 'vitest'
import type { UserError } from '../../local/cli/user-error.ts'
import { SupervisedProcess, type SupervisedProcessOptions } from '../../local/stack/supervised-process.ts'
import { isAlive, until } from '../support/process.ts'

/** Supervises `sleep`, or another program, and records what users are told. */
function supervise({ onTestFinished }: TestContext, options: Partial<SupervisedProcessOptions> = {}) {
  const notices: string[] = []
  const children: ChildProcess[] = []
  let lost: UserError | undefined
  const supervised = new SupervisedProcess({
    name: 'Sleeper',
    logPath: 'sleeper.log',
    launch: () => launch('sleep', '600'),
    isReady: async () => true,
    onNotice: (line) => notices.push(line),
    onLost: (reason) => {
      lost = reason
    },
    ...options,
  })
  const launch = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { stdio: 'ignore' })
    children.push(child)
    return child
  }
  onTestFinished(async () => {
    await supervised.stop()
    for (const child of children) child.kill('SIGKILL')
  })
  return { supervised, notices, children, launch, lost: () => lost }
}

test.concurrent('restarts a process each time it dies', async (context) => {
  const { supervised, notices, children } = supervise(context)
  await supervised.start()
  for (let deaths = 1; deaths <= 6; deaths++) {
    process.kill(supervised.pid as number, 'SIGKILL')
    await until(() => children.length === deaths + 1 && notices.length === 2 * deaths, 5_000)
  }
  expect(notices.slice(0, 2)).toEqual(['Sleeper died and is being restarted.', 'Sleeper is running again.'])
})

test.concurrent('gives up after five failed attempts', async (context) => {
  const { supervised, children, launch, lost } = supervise(context, {
    launch: () => (children.length === 0 ? launch('sleep', '600') : launch('false')),
    isReady: async () => children.length === 1,
  })
  await supervised.start()
  process.kill(supervised.pid as number, 'SIGKILL')
  await until(() => lost() !== undefined, 10_000)
  expect(lost()?.message).toBe('Sleeper died and could not be restarted in 5 attempts: see sleeper.log.')
  expect(children).toHaveLength(6)
})

test.concurrent('waits without a limit while there is a reason to wait', async (context) => {
  let reason: string | undefined = 'the disk is full'
  let works = true
  const { supervised, notices, children, launch } = supervise(context, {
    launch: () => {
      works = children.length === 0 || !reason
      return works ? launch('sleep', '600') : launch('false')
    },
    isReady: async () => works,
    reasonToWait: () => reason,
  })
  await supervised.start()
  process.kill(supervised.pid as number, 'SIGKILL')
  await until(() => children.length >= 3, 10_000)
  expect(notices.at(-1)).toBe('Sleeper is waiting: the disk is full.')
  reason = undefined
  await until(() => notices.at(-1) === 'Sleeper is running again.', 10_000)
})

test.concurrent('reports a process that exits while it is starting', async (context) => {
  const { supervised, launch } = supervise(context, {
    launch: () => launch('false'),
    isReady: async () => false,
  })
  await expect(supervised.start()).rejects.toThrow(
    'Sleeper exited while it was starting (status 1): see sleeper.log.',
  )
})

test.concurrent('ends a process that ignores SIGTERM, and does not restart a stopped process', async (context) => {
  const { supervised, notices, launch } = supervise(context, {
    launch: () => launch('sh', '-c', 'trap "" TERM; while :; do sleep 1; done'),
  })
  await supervised.start()
  const pid = supervised.pid as number
  await supervised.stop()
  expect([supervised.pid, isAlive(pid)]).toEqual([pid, false])
  expect(notices).toEqual([])
})
