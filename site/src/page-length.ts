import { MAX_LIMIT } from '../../functions/_shared/schemas/options.ts'

/** The length of lists that can be extended. It is a parameter of the address, so that going back shows as much as before. */

/** How many items a list begins with, and how many more are loaded. */
export const PAGE_SIZE = 20

/** How many items to load first. @param parameter of the address; null or without a number: a page */
export function limitOf(parameter: string | null): string {
  const length = Number.parseInt(parameter ?? '', 10) || PAGE_SIZE
  return String(Math.min(Math.max(length, PAGE_SIZE), MAX_LIMIT))
}

/** The parameter of the address for a list of this length. */
export function lengthParameter(length: number): string {
  return String(Math.min(length, MAX_LIMIT))
}
