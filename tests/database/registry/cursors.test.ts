import { join } from 'node:path'
import { test } from 'vitest'
import { expectContinued } from '../recorded-cursors.ts'
import skills from '../text/recorded-cursors.json' with { type: 'json' }
import servers from './recorded-cursors.json' with { type: 'json' }

test('continues each list of servers, and no other, with the cursor that version 1.1.0 wrote for it', async () => {
  const folder = import.meta.dirname
  await expectContinued(
    // A list of skills is between two of servers.
    servers.flatMap((one, i) => [one, ...skills.slice(i, i + 1)]),
    [join(folder, '..', 'text', 'recorded-cursors.sql'), join(folder, 'recorded-cursors.sql')],
  )
})
