import { join } from 'node:path'
import { test } from 'vitest'
import { expectContinued, recordedIn } from '../recorded-cursors.ts'

test('continues each list of servers, and no other, with the cursor that version 1.1.0 wrote for it', async () => {
  const folders = [join(import.meta.dirname, '..', 'text'), import.meta.dirname] as const
  const [skills, servers] = [recordedIn(folders[0]), recordedIn(folders[1])]
  // A list of skills is between two of servers.
  await expectContinued(
    servers.flatMap((one, i) => [one, ...skills.slice(i, i + 1)]),
    [...folders],
  )
})
