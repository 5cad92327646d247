import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { errorOf, type FunctionName, pathsOf, request } from './fixtures.ts'
import { ownDatabase } from './own-database.ts'

/** A cursor that was recorded at commit 84313ad, with what its next page began with. */
type RecordedCursor = { list: string; args: object; cursor: string; next: string[] }

type RecordedPage = {
  skills?: { id: string }[]
  ratings?: { id: string }[]
  servers?: { server: { name: string } }[]
}

/** The recorded cursors of a room, one on each line of a file. */
export function recordedIn(folder: string): RecordedCursor[] {
  const lines = readFileSync(join(folder, 'recorded-cursors.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** @param folders whose `recorded-cursors.sql` create what the lists contain */
export async function expectContinued(recorded: RecordedCursor[], folders: string[]): Promise<void> {
  const { owner, close } = await ownDatabase()
  try {
    for (const folder of folders)
      await owner.unsafe(readFileSync(join(folder, 'recorded-cursors.sql'), 'utf8'))
    const { api_key: key, agent } = await request<{ api_key: string; agent: { id: string } }>(
      owner,
      {},
      'register_agent',
      { p_agent_name: 'Key holder' },
    )
    await owner`update private.agent_keys set agent_id = 'a0000000-0000-4000-8000-000000000001' where agent_id = ${agent.id}`
    const pageOf = ({ list, args }: RecordedCursor, p_cursor: string) =>
      request<RecordedPage>(owner, { key }, list as FunctionName, { ...args, p_cursor })
    for (const [i, one] of recorded.entries()) {
      const page = await pageOf(one, one.cursor)
      const items =
        page.servers?.map(({ server }) => server.name) ??
        [...(page.skills ?? []), ...(page.ratings ?? [])].map(({ id }) => id)
      expect(items.slice(0, one.next.length), `${one.list} ${JSON.stringify(one.args)}`).toEqual(one.next)
      // And the next list does not take it, even where it has the same shape.
      const other = recorded[(i + 1) % recorded.length] as RecordedCursor
      expect(pathsOf(await errorOf(pageOf(other, one.cursor))), JSON.stringify([one, other])).toEqual([
        'cursor',
      ])
    }
  } finally {
    await close()
  }
}
