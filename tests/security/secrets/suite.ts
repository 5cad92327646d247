// A stack as `npm start` runs it; canaries through every kind of request; a search for them wherever they do not belong.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { databaseUrl } from '../../../local/postgres/postgres.ts'
import { keysOf } from '../../../local/stack/keys.ts'
import { npmStart, temporaryFolder } from '../../stack/npm-start.ts'
import { columns, dataFiles, logFiles, processes } from './places.ts'
import { logEverything, Planter, plant, plantWhileDown } from './plant.ts'

/** @param killsDatabase also sends requests while the database is down */
export function defineSecretsTest({ killsDatabase }: { killsDatabase: boolean }): void {
  test('keys, e-mail addresses and commentary occur only where they belong', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const stack = await npmStart({ DATA_DIR: dataDir })
    await stack.ready()
    const keys = keysOf(dataDir)
    const admin = postgres(databaseUrl(stack.ports.DB_PORT, 'supabase_admin', keys.adminPassword), {
      ...{ max: 1, onnotice: () => {}, connection: { application_name: 'canaries' } },
    })
    const apiUrl = `http://127.0.0.1:${stack.ports.API_PORT}`
    const service = { apiUrl, admin, publishableKey: keys.publishable, secretKey: keys.secret }
    const planter = new Planter(service)
    try {
      await logEverything(admin)
      const agents = await plant(planter, service)
      if (killsDatabase) {
        const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
        process.kill(Number(pid), 'SIGKILL')
        await plantWhileDown(planter, agents)
      }
      const { canaries, responses, statuses } = planter
      const places = [
        ...[...responses, ...processes(), ...(await columns(admin)), ...(await dataFiles(admin, dataDir))],
        // The logs last: they also contain what the search caused.
        ...[...logFiles(dataDir), { name: 'npm start', content: stack.output() }],
      ]
      expect(canaries.findMisplaced(places)).toEqual([])

      // The search finds canaries where they belong, and the requests did what they are for.
      expect(canaries.occurs('e-mail address', /agents\.email/, places)).toBe(true)
      expect(canaries.occurs('commentary', /ratings\.commentary/, places)).toBe(true)
      expect(canaries.occurs('key', /response to a registration$/, places)).toBe(true)
      expect(canaries.all.length).toBeGreaterThan(50)
      expect(places.length).toBeGreaterThan(500)
      expect([...statuses]).toEqual(
        expect.arrayContaining([201, 400, 401, 409, ...(killsDatabase ? [503] : [])]),
      )
      expect(responses.filter(({ content }) => content.includes('"code":"internal"'))).toEqual([])
      const contentOf = (name: string) =>
        places.flatMap((place) => (place.name.endsWith(name) ? String(place.content) : [])).join('\n')
      expect(contentOf('postgres.log')).toMatch(/LOG: {2}(duration|statement|execute)/)
      for (const [name, text] of [
        ['postgres.log', 'violates check constraint'],
        ['postgres.log', 'duplicate key value'],
        ['postgres.log', 'ERROR:  agent_name_taken'],
        ['api.log', '"status":400'],
        ['mcp.log', '"problem":"invalid_api_key"'],
        ['npm start', killsDatabase ? 'Postgres is back' : 'Ready'],
      ] as const) {
        expect(contentOf(name)).toContain(text)
      }
    } finally {
      planter.close()
      await admin.end({ timeout: 1 })
    }
  })
}
