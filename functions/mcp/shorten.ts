import type { z } from 'zod'
import type { SkillPage } from '../_shared/schemas/responses.ts'
import { displayUrl } from '../_shared/text/display-url.ts'
import { codePoints } from '../_shared/text/text.ts'
import { countFitting } from './fit.ts'
import { quote } from './quote.ts'

/** The greatest lengths of texts in a result, in code points. */
export const MAX_TEXT = { description: 1_000, commentary: 500, identifier: 1_000 }

/** The greatest length of an address as it is shown. */
const MAX_URL = 1_000

/** The greatest number of identifiers of a skill, and the greatest length of all as text. */
const MAX_IDENTIFIERS = 10
const MAX_IDENTIFIERS_TEXT = 2_000

/** The greatest length of the ways to install a skill as text. */
const MAX_INSTALL_TEXT = 4_000

/** The members of an item that were cut, each with a sentence that says how much of it is shown, and where to read the rest. */
export type Truncated<Item> = Item & { truncated?: Record<string, string> }

/**
 * A skill, rating or lookup with its long texts shortened, each ending in `…`. Anyone can write that character: only `truncated` proves
 * that the service shortened the text.
 *
 * @param fullText where to read the full text
 */
export function shorten<Item extends object>(item: Item, fullText: string): Truncated<Item> {
  const truncated: Record<string, string> = {}
  const short = { ...item } as Record<string, unknown>
  for (const [field, longest] of Object.entries(MAX_TEXT)) {
    const text = short[field]
    if (typeof text !== 'string' || codePoints(text) <= longest) continue
    short[field] = `${Array.from(text)
      .slice(0, longest - 1)
      .join('')}…`
    truncated[field] = `${codePoints(text)} characters in total; ${fullText}`
  }
  // A part of an address may lead elsewhere.
  if (typeof short.url === 'string' && quote(displayUrl(short.url)).length > MAX_URL) {
    truncated.url = `${codePoints(short.url)} characters in total; ${fullText}`
    short.url = null
  }
  return withTruncated(short as Item, truncated)
}

/** A skill of a list. */
export function shortenSkill<Skill extends { id: string }>(skill: Skill): Truncated<Skill> {
  return shorten(skill, `GET /functions/v1/api/skills/${skill.id} on this server returns the full text.`)
}

/** The rating of another agent. */
export function shortenRating<Rating extends { skill_id: string }>(rating: Rating): Truncated<Rating> {
  return shorten(rating, `GET ${ratingsPath(rating)} on this server returns the full text.`)
}

/** A rating of the caller. */
export function shortenOwnRating<Rating extends { skill_id: string }>(rating: Rating): Truncated<Rating> {
  return shorten(
    rating,
    `GET ${ratingsPath(rating)}/me on this server, with your key, returns the full text. Do not send the cut text as your rating.`,
  )
}

/** Where the API lists the ratings of a skill. */
export function ratingsPath({ skill_id }: { skill_id: string }): string {
  return `/functions/v1/api/skills/${skill_id}/ratings`
}

type Page = z.output<typeof SkillPage>

/** The page of a skill with its lists shortened, except the ratings. */
export function shortenSkillPage(page: Page): Truncated<Page> {
  const { identifiers, install } = page
  const some = identifiers.slice(
    0,
    countFitting(
      Math.min(identifiers.length, MAX_IDENTIFIERS),
      (count) => quote(identifiers.slice(0, count)).length <= MAX_IDENTIFIERS_TEXT,
    ),
  )
  const entries = install?.entries ?? []
  const ways = entries.slice(
    0,
    countFitting(entries.length, (count) => quote(entries.slice(0, count)).length <= MAX_INSTALL_TEXT),
  )
  const { truncated, ...short } = shortenSkill({
    ...page,
    identifiers: some,
    install: install && ways.length > 0 ? { ...install, entries: ways } : null,
  })
  const all = `GET /functions/v1/api/skills/${page.id} on this server returns all.`
  return withTruncated(short as Page, {
    ...truncated,
    ...(some.length < identifiers.length && {
      identifiers: `${some.length} of ${identifiers.length} are shown; ${all}`,
    }),
    ...(ways.length < entries.length && { install: `${ways.length} of ${entries.length} are shown; ${all}` }),
  })
}

/** The page of a skill with only its newest ratings. */
export function withRatings(page: Truncated<Page>, count: number): Truncated<Page> {
  const { ratings, truncated } = page
  if (count >= ratings.length) return page
  const note = `${count} of the newest ${ratings.length} are shown; list_ratings returns all.`
  return { ...page, ratings: ratings.slice(0, count), truncated: { ...truncated, ratings: note } }
}

function withTruncated<Item extends object>(item: Item, truncated: Record<string, string>): Truncated<Item> {
  return Object.keys(truncated).length === 0 ? item : { ...item, truncated }
}
