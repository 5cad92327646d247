// Canaries through every kind of request, and a search for them wherever they do not belong.
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { startTemporaryStack } from '../../../local/stack/temporary-stack.ts'
import { columns, dataFiles, logFiles, processes } from './locations.ts'
import { type Kind, logEverything, type Place, Planter, plant, plantWhileDown } from './plant.ts'

test('keys, e-mail addresses and commentary occur only where they belong', async () => {
  const printed: string[] = []
  const stack = await startTemporaryStack({ progress: (line) => printed.push(line) })
  const admin = postgres(stack.adminDatabaseUrl, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'canaries' },
  })
  const planter = new Planter(stack)
  try {
    await logEverything(admin)
    const agents = await plant(planter, stack.secretKey, admin)
    process.kill(stack.pids().postgres as number, 'SIGKILL')
    await plantWhileDown(planter, agents)
    const { canaries, responses, statuses } = planter
    const places: Place[] = [
      ...responses,
      ...processes(),
      ...(await columns(admin)),
      ...(await dataFiles(admin, stack.dataDir)),
      // The logs last: they also contain what the search caused.
      ...logFiles(stack.dataDir),
      { name: 'npm start', content: printed.join('\n') },
    ]
    const misplaced = places.flatMap(({ name, content, allowed = [] }) =>
      canaries
        .filter(
          ({ mark, kind }) => content.includes(mark) && !allowed.includes(kind) && !allowed.includes(mark),
        )
        .map(({ kind, request }) => `${name} contains the ${kind} of: ${request}`),
    )
    expect(misplaced).toEqual([])

    // The search finds canaries where they belong, and the requests did what they are for.
    const named = (end: string) => places.filter(({ name }) => name.endsWith(end))
    for (const [kind, place] of [
      ['e-mail address', 'the column agents.email'],
      ['commentary', 'the column ratings.commentary'],
      ['key', 'response to a registration'],
    ] as [Kind, string][]) {
      const marks = canaries.filter((canary) => canary.kind === kind).map(({ mark }) => mark)
      expect(named(place).some(({ content }) => marks.some((mark) => content.includes(mark)))).toBe(true)
    }
    expect(canaries.length).toBeGreaterThan(50)
    expect(places.length).toBeGreaterThan(500)
    expect([...statuses]).toEqual(expect.arrayContaining([201, 400, 401, 409, 503]))
    expect(responses.filter(({ content }) => content.includes('"code":"internal"'))).toEqual([])
    const contentOf = (name: string) =>
      named(name)
        .map(({ content }) => String(content))
        .join('\n')
    expect(contentOf('postgres.log')).toMatch(/LOG: {2}(duration|statement|execute)/)
    for (const [name, text] of [
      ['postgres.log', 'violates check constraint'],
      ['postgres.log', 'duplicate key value'],
      ['postgres.log', 'ERROR:  agent_name_taken'],
      ['api.log', '"status":400'],
      ['mcp.log', '"problem":"invalid_api_key"'],
      ['npm start', 'Postgres is running again'],
    ] as const) {
      expect(contentOf(name)).toContain(text)
    }
  } finally {
    planter.close()
    await admin.end({ timeout: 1 })
    await stack.stop()
  }
})
