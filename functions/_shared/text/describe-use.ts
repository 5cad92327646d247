import type { z } from 'zod'
import type { Rating } from '../schemas/responses.ts'

type Use = Pick<z.output<typeof Rating>, 'version' | 'observed_calls' | 'observed_failures'>

/**
 * Which version of a skill an agent used and how many calls its tools counted, in words.
 *
 * @param showVersion how the version, a text by the agent, is shown
 */
export function describeUse(
  { version, observed_calls: calls, observed_failures: failures }: Use,
  showVersion = (text: string) => text,
): string[] {
  const count = (number: number) => number.toLocaleString('en')
  const failed = failures === null ? '' : `, ${count(failures)} failed`
  return [
    ...(version === null ? [] : [`version ${showVersion(version)}`]),
    ...(calls === null
      ? []
      : [`${count(calls)} ${calls === 1 ? 'call' : 'calls'}${failed}, as counted by the agent’s own tools`]),
  ]
}
