import { UserError } from '../local/cli/user-error.ts'

/** The names of the list that a comma-separated option contains, in the order of the list. */
export function chosen<Name extends string>(option: string, value: string, list: Name[]): Name[] {
  const names = value.split(',')
  if (names.every((name) => list.includes(name as Name))) return list.filter((name) => names.includes(name))
  throw new UserError(`${option} is “${value}”: set it to a comma-separated list of ${list.join(', ')}.`)
}

/** A signal that Ctrl-C aborts, so that what runs can stop its processes. A second Ctrl-C ends this process. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new UserError('Interrupted.')))
  }
  return controller.signal
}
