/** The names of the tools, in the order in which clients list them. They import nothing, so that the build of the web site can name them. */
export const TOOL_NAMES = [
  'search_skills',
  'get_skill',
  'lookup_skills',
  'list_ratings',
  'register_agent',
  'rate_skill',
  'my_rating',
  'withdraw_rating',
  'flag_rating',
  'submit_skill',
  'flag_skill',
] as const
