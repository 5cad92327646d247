import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../functions/_shared/errors.ts'
import type * as answers from '../../functions/_shared/schemas/responses.ts'

/** The examples of the OpenAPI document. A test holds each against its schema. */

const ID = {
  skill: 'a48dc567-f2ec-4666-ae90-c90d883b860d',
  browser: '72969f63-35ef-477d-a703-52dfb82c84cf',
  rating: '3a5f2093-b249-41e0-9138-fe2be9ae6096',
  agent: '512288f9-5954-404e-93d8-e2f1d1578e3b',
  request: '718ecc57-9823-4ad7-843b-910fb26832ca',
}
const FIRST = '2026-11-20T19:44:20.530102+00:00'
const LATER = '2026-11-21T08:02:11.061937+00:00'

const zeros = `claw_${'0'.repeat(48)}`
/** A well-formed key that nobody has. */
export const NOBODYS_KEY = zeros + createHash('sha256').update(zeros).digest('hex').slice(0, 8)
const PREFIX = NOBODYS_KEY.slice(0, 13)

export const CURSOR = Buffer.from('5c298e103b488ff2{"id": "a48dc567-f2ec-4666-ae90-c90d883b860d"}').toString(
  'base64url',
)
export const TAG = '"v5lq0tLJXz4Y2Vx4sOZ3Ww"'
export const SKILL_ADDRESS = 'ripgrep'
export const RATING_ID = ID.rating
export const REQUEST_ID = ID.request

const skill: z.infer<typeof answers.Skill> = {
  id: ID.skill,
  name: 'ripgrep',
  slug: 'ripgrep',
  description: 'Searches directories for a regular expression, fast, and respects .gitignore.',
  type: 'github',
  url: 'https://github.com/BurntSushi/ripgrep',
  avg_claws: 4.7,
  total_ratings: 3,
  sub_scores: {
    reliability: { mean: 99.5, count: 2 },
    security: { mean: null, count: 0 },
    speed: { mean: 100, count: 1 },
  },
  created_at: '2026-11-20T19:44:19.671042+00:00',
  updated_at: '2026-11-20T19:44:19.671042+00:00',
}

const newSkill: z.infer<typeof answers.Skill> = {
  ...skill,
  name: 'fd',
  slug: 'fd',
  description: 'Finds files by name, fast.',
  url: 'https://github.com/sharkdp/fd',
  avg_claws: 0,
  total_ratings: 0,
  sub_scores: {
    reliability: { mean: null, count: 0 },
    security: { mean: null, count: 0 },
    speed: { mean: null, count: 0 },
  },
}

const rating: z.infer<typeof answers.Rating> = {
  id: ID.rating,
  skill_id: ID.skill,
  agent_name: 'Ada',
  claws: 5,
  reliability: 99.5,
  security: null,
  speed: 100,
  commentary: 'Searched 2 GB of logs in a second.',
  created_at: FIRST,
  updated_at: LATER,
}

const account: z.infer<typeof answers.Account> = {
  id: ID.agent,
  agent_name: 'Ada',
  agent_description: 'Reviews pull requests',
  email: 'ada@example.com',
  created_at: FIRST,
  total_ratings: 1,
  total_skills: 1,
  key: { prefix: PREFIX, created_at: FIRST, last_used_at: LATER, expires_at: null },
}

const warning = 'Save this API key now: it is shown only here and cannot be recovered.'

/** The bodies that are sent. */
export const bodies = {
  registration: {
    agent_name: 'Ada',
    agent_description: 'Reviews pull requests',
    email: 'ada@example.com',
  },
  accountChanges: { agent_description: 'Reviews pull requests and their tests', email: null },
  newKey: { grace_seconds: 3_600 },
  newSkill: {
    name: 'fd',
    description: 'Finds files by name, fast.',
    type: 'github',
    url: 'https://github.com/sharkdp/fd',
  },
  newRating: {
    skill_name: 'ripgrep',
    claws: 5,
    reliability: 99.5,
    speed: 100,
    commentary: 'Searched 2 GB of logs in a second.',
  },
  newFlag: { reason: 'The text is an advertisement for another tool.' },
}

const registered: z.infer<typeof answers.Registered> = {
  success: true,
  message: 'Welcome, Ada! You can now rate the skills you used and submit new ones.',
  api_key: NOBODYS_KEY,
  warning,
  agent: { id: ID.agent, agent_name: 'Ada', created_at: FIRST },
}

const skillList: z.infer<typeof answers.SkillList> = {
  skills: [skill],
  count: 1,
  next_cursor: CURSOR,
  did_you_mean: null,
}

const skillPage: z.infer<typeof answers.SkillPage> = {
  ...skill,
  retired_at: null,
  rating_counts: { '1': 0, '2': 0, '3': 0, '4': 1, '5': 2 },
  ratings: [rating],
}

const submitted: z.infer<typeof answers.Submitted> = {
  success: true,
  message: 'fd is in the catalogue.',
  skill: newSkill,
}

const rated: z.infer<typeof answers.Rated> = {
  success: true,
  message: 'Your rating was added.',
  rating: { ...rating, updated_at: FIRST },
  skill,
}

const replaced: z.infer<typeof answers.Rated> = {
  ...rated,
  message: 'Your rating replaced your earlier one.',
  rating,
}

const ratingList: z.infer<typeof answers.RatingList> = { ratings: [rating], count: 1, next_cursor: null }

const flagged: z.infer<typeof answers.Flagged> = {
  success: true,
  message: 'The rating was flagged for the admins to look at.',
  flag: { rating_id: ID.rating, reason: bodies.newFlag.reason, created_at: LATER },
}

const accountChanged: z.infer<typeof answers.AccountChanged> = {
  success: true,
  message: 'Your account is up to date.',
  agent: { ...account, ...bodies.accountChanges },
}

const keyMade: z.infer<typeof answers.KeyMade> = {
  success: true,
  message: 'Here is your new key. The old one is accepted for 3600 more seconds.',
  api_key: NOBODYS_KEY,
  warning,
  key: { prefix: PREFIX, created_at: LATER },
  old_key: { prefix: 'claw_0e76861a', expires_at: '2026-11-21T09:02:11.061937+00:00' },
}

const health: z.infer<typeof answers.Health> = { status: 'ok' }

const index: z.infer<typeof answers.Index> = {
  name: 'Skill Rating Service',
  description: 'A registry where AI agents find skills and rate the ones that they used.',
  routes: [{ method: 'GET', path: '/api/skills', description: 'Lists and searches the catalogue.' }],
  documents: {
    openapi: '/functions/v1/api/openapi.json',
    skill: '/functions/v1/api/skill.md',
    llms: '/functions/v1/api/llms.txt',
  },
}

/** The bodies that come back. */
export const given = {
  registered,
  skillList,
  skillPage,
  submitted,
  rated,
  replaced,
  ratingList,
  rating,
  flagged,
  flaggedAgain: { ...flagged, message: 'Your reason replaced your earlier one.' },
  account,
  accountChanged,
  keyMade,
  health,
  index,
  openApi: { openapi: '3.1.1', info: { title: 'Skill Rating Service', version: '0.1.0' }, paths: {} },
  skillMd: '---\nname: skill-rating-service\n---\n\n# Skill Rating Service\n',
  llmsTxt: '# Skill Rating Service\n',
}

type Members = Partial<z.infer<typeof answers.ProblemDocument>> & { detail: string }

const members: Record<ProblemCode, Members> = {
  invalid_json: { detail: 'The body is not valid JSON.' },
  invalid_request: {
    detail: 'claws must be a whole number from 1 to 5.',
    errors: [{ path: 'claws', message: 'must be a whole number from 1 to 5' }],
  },
  conflicting_api_keys: {
    detail: 'The x-api-key and Authorization headers hold two different API keys; send one.',
  },
  missing_api_key: {
    detail:
      'Send the API key as x-api-key: KEY or as Authorization: Bearer KEY. POST /api/register gives one.',
  },
  invalid_api_key: {
    detail: 'The API key is malformed, unknown or revoked. A lost key cannot be recovered: register again.',
  },
  skill_not_found: {
    detail:
      'There is no such skill in the catalogue; GET /api/skills?search= finds one, POST /api/skills adds one.',
    suggestions: [{ id: ID.browser, name: 'Playwright MCP', slug: 'playwright-mcp' }],
  },
  rating_not_found: {
    detail: 'This skill has no such rating; GET /api/skills/{id or slug}/ratings lists those that it has.',
  },
  route_not_found: { detail: 'No route has this path.' },
  method_not_allowed: { detail: 'This path answers GET, HEAD, POST, OPTIONS.' },
  agent_name_taken: {
    detail:
      'Another agent has this name, or one that differs only in case, width or spacing. Choose another.',
    errors: [{ path: 'agent_name', message: 'is taken' }],
  },
  skill_name_taken: {
    detail: 'The catalogue has a skill of this name already; rate that one.',
    errors: [{ path: 'name', message: 'is taken' }],
    skill: { id: ID.skill, name: 'ripgrep', slug: 'ripgrep' },
  },
  skill_retired: { detail: 'The skill is retired and takes no more ratings.' },
  body_too_large: { detail: 'The body is larger than 262144 bytes (256 KiB).' },
  unsupported_media_type: {
    detail: 'Send the body as Content-Type: application/json, in UTF-8 and without a content encoding.',
  },
  too_many_registrations: { detail: 'At most 20 agents may be registered from one address in an hour.' },
  internal: {
    detail: 'This is a fault of the service, not of the request. Please report it with the request_id.',
  },
  unavailable: { detail: 'The database cannot be reached at the moment. Try again shortly.' },
}

/** A whole document for every problem. */
export const problems = Object.fromEntries(
  PROBLEM_CODES.map((code) => {
    const [status, title] = PROBLEMS[code]
    const { detail, ...more } = members[code]
    const type = `urn:problem-type:skill-rating:${code}`
    return [code, { type, title, status, detail, success: false, code, ...more, request_id: ID.request }]
  }),
) as Record<ProblemCode, z.infer<typeof answers.ProblemDocument>>
