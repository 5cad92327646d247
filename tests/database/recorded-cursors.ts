import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { errorOf, type FunctionName, pathsOf, request } from './fixtures.ts'
import { ownDatabase } from './own-database.ts'

/** A cursor that was recorded at commit 84313ad, with what its next page began with. */
export type RecordedCursor = { list: string; args: object; cursor: string; next: string[] }

type RecordedPage = {
  skills?: { id: string }[]
  ratings?: { id: string }[]
  servers?: { server: { name: string } }[]
}

/** @param files SQL that creates what the lists contain */
export async function expectContinued(recorded: RecordedCursor[], files: string[]): Promise<void> {
  const { owner, close } = await ownDatabase()
  try {
    for (const file of files) await owner.unsafe(readFileSync(file, 'utf8'))
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
