import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { codePoints, isStorable } from '../text/text.ts'

/** Whether the text is a UUID in its usual form, in upper or lower case. */
export function isUuid(text: string): boolean {
  return z.guid().safeParse(text).success
}

/** Whether the text has the form of a slug. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,100}$/.test(text)
}

/**
 * The id or slug of a skill as the database stores it; empty for other text. Routes that need a key pass the empty text on, because
 * the database checks the key first.
 */
export function skillIdOrSlug(text = ''): string {
  return isUuid(text) || isSlug(text) ? text.toLowerCase() : ''
}

/** The id or slug of a skill as the database stores it. @throws ApiError skill_not_found for other text */
export function requireSkillIdOrSlug(text?: string): string {
  const idOrSlug = skillIdOrSlug(text)
  if (!idOrSlug) throw new ApiError('skill_not_found')
  return idOrSlug
}

/** The id or name of an agent. @throws ApiError agent_not_found for text that can be neither */
export function requireAgentIdOrName(text = ''): string {
  if (text === '' || codePoints(text) > 200 || !isStorable(text)) throw new ApiError('agent_not_found')
  return text
}

/** The id of a rating; empty for text that is not a UUID. */
export function ratingId(text = ''): string {
  return isUuid(text) ? text : ''
}
