import type { Canary, Place } from './canaries.ts'
import { makeTalkative, plant } from './plant.ts'
import { dataFolder, dump, logs, processes } from './search.ts'
import { start } from './stack.ts'

/** What a run came to. */
export interface Findings {
  planted: number
  searched: number
  /** Canaries where they do not belong, in sentences. */
  found: string[]
  /** What a run must have done, or seen, for its result to mean anything, and did not. */
  missed: string[]
}

/** Starts a stack, plants canaries through it, looks for them everywhere, and stops it. */
export async function findCanaries({
  progress = () => {},
  signal,
}: {
  /** Gets a line now and then. */
  progress?: (line: string) => void
  /** Ends the stack at once; what is under way then fails. */
  signal?: AbortSignal
} = {}): Promise<Findings> {
  const stack = await start(signal)
  try {
    await makeTalkative(stack)
    const { aviary, answers, statuses } = await plant(stack)
    progress(`${aviary.canaries.length} canaries planted by ${answers.length} requests`)
    const running = processes()
    const columns = await dump(stack)
    const raw = await dataFolder(stack)
    // The logs last: what the search itself made the server say is in them too.
    const places = [...answers, ...running, ...columns, ...raw, ...logs(stack)]
    progress(
      `${answers.length} answers, ${columns.length} columns and ${raw.length} files of data to search, beside logs and processes`,
    )

    const has = (name: RegExp, holds: RegExp | string) =>
      places.some(
        (place) =>
          name.test(place.name) &&
          (typeof holds === 'string' ? place.content.includes(holds) : holds.test(String(place.content))),
      )
    const all = Object.values(statuses).flat()
    const seen = (kind: Canary['kind'], name: RegExp) =>
      places.some(
        (place) =>
          name.test(place.name) &&
          aviary.canaries.some((canary) => canary.kind === kind && aviary.isIn(canary, place)),
      )
    const conditions: Record<string, boolean> = {
      'statements were logged': has(/postgres\.log/, /LOG: {2}(duration|statement|execute)/),
      'a failed CHECK was logged': has(/postgres\.log/, 'violates check constraint'),
      'a failed UNIQUE was logged': has(/postgres\.log/, 'duplicate key value'),
      'a state raised by a function was logged': has(/postgres\.log/, 'ERROR:  agent_name_taken'),
      'the function logged its requests': has(/api\.log/, '"status":400'),
      'the MCP server logged its requests': has(/mcp\.log/, '"problem":"invalid_api_key"'),
      'requests were taken, refused, conflicting, and met no database': [201, 400, 401, 409, 503].every(
        (status) => all.includes(status),
      ),
      'the database went away and came back': has(/npm start/, 'Postgres is back'),
      // The search finds what is to be found.
      'an address is seen where it belongs': seen('e-mail address', /agents\.email/),
      'commentary is seen where it belongs': seen('commentary', /ratings\.commentary/),
      'a key is seen where it belongs': seen('key', /answer to a registration$/),
      'no request ended as a bug': !all.includes(500) || onlyAtTheDataApi(answers),
    }
    return {
      planted: aviary.canaries.length,
      searched: places.length,
      found: aviary.search(places),
      missed: Object.keys(conditions).filter((condition) => !conditions[condition]),
    }
  } finally {
    await stack.stop()
  }
}

/** @supabase/lite says 500 to a failed CHECK. */
function onlyAtTheDataApi(answers: Place[]): boolean {
  return !answers.some(({ content }) => content.includes('"code":"internal"'))
}
