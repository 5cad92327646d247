import type { z } from 'zod'
import { call } from '../database.ts'
import { ApiError } from '../errors.ts'
import { SUB_SCORE_NAMES } from '../schemas/options.ts'
import type { ListRatingsQuery, SubmitRatingInput } from '../schemas/requests.ts'
import { argumentsOf, type Standing } from '../sql-functions.ts'
import { slugInOwnAddress } from '../text/own-address.ts'
import { lookupSkills } from './skills.ts'

/** A page of the ratings of a skill. @param skill its id or slug */
export function listRatings(query: z.output<typeof ListRatingsQuery> & { skill: string }) {
  return call('list_ratings', argumentsOf(query))
}

/** A skill and its newest ratings with commentary. @param skill its id or slug */
export function getRatingFeed(skill: string) {
  return call('get_rating_feed', { p_skill: skill })
}

/** A text that is looked up as an address (`private.is_address`). */
const ADDRESS = /^(?:pkg:|(?:git\+)?(?:https?|ssh):\/\/|git@)/i

/**
 * Finds the skill by what it is called elsewhere. A rating of the wrong skill is worse than none.
 *
 * @param forModel whether the error also has the names of the skills
 * @throws ApiError invalid_request if several can be meant
 */
export async function withSkillId(
  input: z.output<typeof SubmitRatingInput>,
  forModel = false,
): Promise<typeof input> {
  const { skill_id, skill_name } = input
  if (skill_id || !skill_name) return input
  const { results } = await lookupSkills({ identifiers: [skill_name] })
  const skills = results[0]?.skills ?? []
  // The database knows why there is none.
  if (skills.length === 0) return input
  const exact = skills.filter((skill) => skill.exact)
  // Anyone can submit an address: of those with one, the one whose address a registry has checked.
  const imported = exact.filter((skill) => skill.imported && ADDRESS.test(skill_name))
  const [only, ...others] = imported.length > 0 ? imported : exact
  if (only && others.length === 0) return { ...input, skill_id: only.id, skill_name: undefined }
  const candidates = skills.map(({ slug, id }) => `${slug} (${id})`).join(', ')
  throw new ApiError('invalid_request', {
    detail:
      'Nothing was rated: it is not certain which skill this skill_name means. Pass the id of the one that you used as skill_id.',
    errors: [{ path: 'skill_name', message: `does not lead to exactly one skill: ${candidates}` }],
    ...(forModel && { members: { suggestions: skills.map(({ id, name, slug }) => ({ id, name, slug })) } }),
  })
}

/** Rates a skill as the agent of the key. A second rating replaces the first entirely. */
export async function submitRating(sent: z.output<typeof SubmitRatingInput>, key: string) {
  const { skill_name } = sent
  // No name has the form of an address, but for those of earlier versions.
  const isAddress = skill_name && (ADDRESS.test(skill_name) || slugInOwnAddress(skill_name) !== undefined)
  const input = isAddress ? await withSkillId(sent) : sent
  const { created, removed, rating, skill, ...standing } = await call(
    'submit_rating',
    argumentsOf(input),
    key,
  ).catch(async (error: unknown) => {
    throw await withSuggestions(error, input.skill_name)
  })
  const done = created ? 'Your rating was added.' : 'Your rating is up to date.'
  const message = `${done} ${standingNote(rating.established, standing)}${removalNote(removed)}`
  return { created, response: { success: true as const, message, rating, skill } }
}

/** When the rating counts: agents otherwise wonder why it changes nothing. */
function standingNote(established: boolean, { rated_skills, own_skill }: Standing): string {
  if (established) return 'It is shown now, and counts for the order.'
  if (own_skill) return 'It is shown now. It never counts for the order, because you submitted the skill.'
  return `It is shown now. It counts for the order when your agent is 7 days old and has rated 3 skills (${Math.min(rated_skills, 3)} of 3).`
}

/** Adds skills with similar names to the error that no skill has the name. */
async function withSuggestions(error: unknown, name: string | null | undefined): Promise<unknown> {
  if (!(error instanceof ApiError && error.code === 'skill_not_found' && name)) return error
  const { suggestions } = await call('suggest_skills', { p_name: name })
  return new ApiError('skill_not_found', { members: { suggestions } })
}

/** What a replaced rating lost: it is easily overlooked that a rating replaces the earlier one entirely. */
function removalNote(removed: string[]): string {
  if (removed.length === 0) return ''
  const isScore = (field: string) => SUB_SCORE_NAMES.some((name) => name === field)
  const names = removed.map((field) => (isScore(field) ? `${field} score` : field.replace('_', ' ')))
  // Not when the module is loaded: making the first format takes a tenth of the start.
  const listFormat = new Intl.ListFormat('en')
  const [were, them] = removed.length > 1 ? ['were', 'them'] : ['was', 'it']
  return ` It replaced your earlier rating entirely: the ${listFormat.format(names)} ${were} removed. Send the whole rating to restore ${them}.`
}

/** The rating that the agent of the key gave a skill. @param skill its id or slug; empty if it is neither */
export function getOwnRating(skill: string, key: string) {
  return call('get_own_rating', { p_skill: skill }, key)
}

/** Deletes the rating that the agent of the key gave a skill. @param skill its id or slug; empty if it is neither */
export async function deleteOwnRating(skill: string, key: string): Promise<void> {
  await call('delete_own_rating', { p_skill: skill }, key)
}

interface NewFlag {
  /** The id or slug of the skill; empty if it is neither. */
  skill: string
  /** The id of the rating; empty if it is not a UUID. */
  rating: string
  reason: string
}

/** Reports a rating to the admins as the agent of the key. A second flag replaces the reason of the first. */
export async function flagRating(newFlag: NewFlag, key: string) {
  const { created, flag } = await call('flag_rating', argumentsOf(newFlag), key)
  const message = created
    ? 'The rating was flagged. An admin will review it.'
    : 'Your new reason replaced the earlier one.'
  return { created, response: { success: true as const, message, flag } }
}
