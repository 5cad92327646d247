import type { Attack } from './attack.ts'
import { expensive } from './expensive.ts'
import type { Fixtures } from './fixtures.ts'
import { functions } from './functions.ts'
import { keys } from './keys.ts'
import { queries } from './queries.ts'
import { ratings } from './ratings.ts'
import { reading } from './reading.ts'
import { tables } from './tables.ts'
import { hostileValues } from './values.ts'

export const GROUPS: Record<string, (fixtures: Fixtures) => Attack[] | Promise<Attack[]>> = {
  ...{ values: hostileValues, queries, keys, ratings, tables, functions, expensive },
  reading: (fixtures) => reading(fixtures).others,
}
