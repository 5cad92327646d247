import { addresses } from './addresses.ts'
import type { Attack } from './attack.ts'
import { cursors } from './cursors.ts'
import { expensive } from './expensive.ts'
import type { Fixtures } from './fixtures.ts'
import { functions } from './functions.ts'
import { hiddenTexts } from './hidden-texts.ts'
import { lookups } from './identifiers.ts'
import { reading } from './reading.ts'
import { registryGroups } from './registry.ts'
import { tables } from './tables.ts'

export const GROUPS: Record<string, (fixtures: Fixtures) => Attack[] | Promise<Attack[]>> = {
  addresses,
  tables,
  functions,
  cursors,
  expensive,
  ...registryGroups,
  lookups,
  hiddenTexts,
  reading: (fixtures) => reading(fixtures).others,
}
