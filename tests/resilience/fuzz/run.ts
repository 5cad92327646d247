import fc from 'fast-check'
import { randomNumbers } from '../../../scripts/support/random.ts'
import type { Command } from './command.ts'
import { commands, ending, opening } from './commands.ts'
import { Model } from './model.ts'
import { Sender, Session } from './session.ts'

type FuzzOptions = {
  /** Ends in /functions/v1. */
  baseUrl: string
  /** How many requests to send at least. */
  requests: number
  seed: number
  /** Repeats one failure: the path and replay path that it printed. */
  replay?: { path: string; commands: string } | undefined
  progress?(sender: Sender): void
}

type FuzzResult = { sender: Sender; differences: string[] }

/** More would only wait for the two cores of the service. */
const WORKERS = 6
const SHRINKING_TIMEOUT_MS = 90_000

/** Runs commands against a new model. @throws Error at the first response that differs from the model */
async function runCommands(sequence: Iterable<Command>, sender: Sender): Promise<void> {
  const [model, session] = [new Model(), new Session(sender)]
  for (const command of opening) await command.run(model, session)
  await fc.asyncModelRun(() => ({ model, real: session }), sequence)
  for (const command of ending) await command.run(model, session)
}

/** Sends random requests until there were enough or a response differs from the model. */
export async function fuzz({ baseUrl, requests, seed, replay, progress }: FuzzOptions): Promise<FuzzResult> {
  const sender = new Sender(baseUrl)
  const differences: string[] = []
  const check = async (parameters: fc.Parameters<[Iterable<Command>]>) => {
    const details = await fc.check(
      fc.asyncProperty(commands(replay?.commands) as fc.Arbitrary<Iterable<Command>>, async (sequence) => {
        // One difference is enough: the other workers stop.
        fc.pre(differences.length === 0)
        await runCommands(sequence, sender)
      }),
      { numRuns: 1, unbiased: true, interruptAfterTimeLimit: SHRINKING_TIMEOUT_MS, ...parameters },
    )
    if (!details.failed || details.counterexample === null) return
    const [sequence] = details.counterexample
    const commandPath = /replayPath="([^"]*)"/.exec(String(sequence))?.[1] ?? ''
    differences.push(
      [
        (details.errorInstance as Error | null)?.message,
        `after ${details.numShrinks} shrinks: ${sequence}`,
        `Repeat it: npm run test:fuzz -- --seed=${details.seed} --path ${details.counterexamplePath} --commands ${commandPath}`,
      ].join('\n'),
    )
  }
  const ticker = setInterval(() => progress?.(sender), 5_000)
  try {
    if (replay) await check({ seed, path: replay.path })
    else {
      const random = randomNumbers(seed).fraction
      const work = async () => {
        while (sender.sent < requests && differences.length === 0)
          await check({ seed: Math.floor(random() * 2 ** 31) })
      }
      await Promise.all(Array.from({ length: WORKERS }, work))
    }
    return { sender, differences }
  } finally {
    clearInterval(ticker)
    sender.close()
  }
}
