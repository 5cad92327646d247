import { z } from 'zod'
import { Skill, SkillList, SkillSearch } from './responses.ts'

/** Which words of a search a skill matches, and how: only a search with `p_explain` returns it, not the HTTP API. */
export const Matched = z
  .object({
    found: z.array(z.string()).optional().describe('As typed, inflected, or as the beginning of a word.'),
    corrected: z
      .array(z.object({ word: z.string(), correction: z.string() }))
      .optional()
      .describe('Only as corrected.'),
    expanded: z.array(z.string()).optional().describe('Only by a synonym.'),
    missing: z.array(z.string()).optional().describe('Not at all.'),
  })
  .describe('Words of the search by how the skill contains them, without stop words and filler.')

export const MatchedSkill = Skill.extend({ matched: Matched.optional() })

/** A page of the catalogue whose skills say why they matched, if it is a search by relevance. */
export const MatchedSkillList = SkillList.extend({ skills: z.array(MatchedSkill) })

/** What several queries find. Each skill says why it matched the query in which it is best. */
export const MatchedSearch = SkillSearch.extend({ skills: z.array(MatchedSkill) })
