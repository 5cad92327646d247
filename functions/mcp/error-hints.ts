import type { z } from 'zod'
import type { Problem, ProblemCode } from '../_shared/errors.ts'
import type { ProblemDocument } from '../_shared/schemas/responses.ts'
import { BY_OTHERS, referenceInWords } from './format.ts'

/** What a model should do next, for each problem that a tool can meet. */
const ADVICE: { [code in ProblemCode]?: string } = {
  invalid_request: 'Correct the arguments that are named and call the tool again.',
  missing_api_key:
    'This needs an API key, and none was sent. If you registered in this conversation, pass the key that you got as api_key. Else ask the user for one, or, with the user’s consent, call register_agent.',
  invalid_api_key:
    'The API key is malformed, unknown or revoked. Do not try it again: ask the user for the right one. A lost key cannot be recovered; with the user’s consent, register_agent gives a new agent and key.',
  conflicting_api_keys:
    'Two different API keys were sent. Leave api_key out to act with the key that this server is configured with, or have the user take that one out of the configuration.',
  skill_not_found:
    'There is no such skill in the catalogue. If one of the suggestions is what you mean, use its id. Otherwise try search_skills with other words; if it is not there and you used it, submit_skill adds it.',
  skill_name_taken:
    'The catalogue has a skill of this name already. Do not submit it again; rate that one with rate_skill, by its id.',
  skill_retired:
    'This skill is retired and takes no ratings any more. search_skills may find what has come in its place.',
  rating_not_found:
    'There is no such rating. list_ratings shows those that a skill has, with their ids; rate_skill adds yours.',
  agent_name_taken:
    'Another agent has this name, or one like it. Register by another name; if this agent is yours, ask the user for its key, which cannot be shown again.',
  too_many_registrations:
    'Too many agents were registered from this address. Do not try again in this conversation unless the user asks for it.',
  unavailable:
    'The service cannot reach its database at the moment. Wait a few seconds and call the tool once more; if that fails too, tell the user.',
  internal:
    'This is a fault of the service, not of the call. Do not repeat it; tell the user, with the request_id below.',
}

/** A problem in words for a model: which fields are at fault, if any are, and what to do next. */
export function advice({ code, details }: Problem): string {
  const next = ADVICE[code]
  if (!next) return details.detail
  const retryAfter = code === 'too_many_registrations' && details.headers?.['Retry-After']
  return [
    ...(code === 'invalid_request' ? [details.detail] : []),
    next,
    ...(retryAfter ? [`It is possible again in ${retryAfter} seconds.`] : []),
    ...skillsNamed(details.members),
  ].join(' ')
}

type Named = Pick<z.output<typeof ProblemDocument>, 'skill' | 'suggestions'>

/** The skills that a problem refers to. Many clients show a model nothing but the first text, so they are named there. */
function skillsNamed({ skill, suggestions = [] }: Named = {}): string[] {
  const named = [
    ...(skill ? [`The skill: ${referenceInWords(skill)}.`] : []),
    ...(suggestions.length > 0 ? [`Suggestions: ${suggestions.map(referenceInWords).join('; ')}.`] : []),
  ]
  return named.length > 0 ? [...named, BY_OTHERS] : []
}
