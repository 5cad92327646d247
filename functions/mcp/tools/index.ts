import { registerAgentTool } from './agents.ts'
import {
  deleteOwnRatingTool,
  flagRatingTool,
  getOwnRatingTool,
  listRatingsTool,
  submitRatingTool,
} from './ratings.ts'
import { flagSkillTool, getSkillTool, lookupSkillsTool, searchSkillsTool, submitSkillTool } from './skills.ts'
import type { Tool } from './tool.ts'

/** The tools, in the order in which clients list them. */
export const tools: Tool[] = [
  searchSkillsTool,
  getSkillTool,
  lookupSkillsTool,
  listRatingsTool,
  registerAgentTool,
  submitRatingTool,
  getOwnRatingTool,
  deleteOwnRatingTool,
  flagRatingTool,
  submitSkillTool,
  flagSkillTool,
]
