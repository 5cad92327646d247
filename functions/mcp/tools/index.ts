import { registerAgent } from './agents.ts'
import { flagRating, listRatings, myRating, rateSkill, withdrawRating } from './ratings.ts'
import { getOneSkill, searchSkills, submitSkill } from './skills.ts'
import type { Tool } from './tool.ts'

/** The tools, in the order in which clients list them. */
export const tools: Tool[] = [
  searchSkills,
  getOneSkill,
  listRatings,
  registerAgent,
  rateSkill,
  myRating,
  withdrawRating,
  flagRating,
  submitSkill,
]
