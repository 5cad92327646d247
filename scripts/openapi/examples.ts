import type { z } from 'zod'
import { ERROR_CODES, ERRORS, type ErrorCode } from '../../functions/_shared/errors.ts'
import { perSubScore } from '../../functions/_shared/schemas/options.ts'
import type * as requests from '../../functions/_shared/schemas/requests.ts'
import type * as responses from '../../functions/_shared/schemas/responses.ts'
import { wellFormedKey } from '../support/well-formed-key.ts'

// The examples of the OpenAPI document, by the schema that they belong to. TypeScript reports one that lacks a field, and
// `npm run check` validates each against its schema.

type Schemas = typeof requests & typeof responses
type Examples = { [Name in keyof Schemas]?: z.input<Schemas[Name]> }

export const ID = {
  skill: 'a48dc567-f2ec-4666-ae90-c90d883b860d',
  browser: '72969f63-35ef-477d-a703-52dfb82c84cf',
  rating: '3a5f2093-b249-41e0-9138-fe2be9ae6096',
  agent: '512288f9-5954-404e-93d8-e2f1d1578e3b',
  request: '718ecc57-9823-4ad7-843b-910fb26832ca',
}
export const FIRST = '2026-11-20T19:44:20.530102+00:00'
const LATER = '2026-11-21T08:02:11.061937+00:00'

/** A well-formed key that belongs to nobody. */
export const UNUSED_KEY = wellFormedKey('')
const prefix = UNUSED_KEY.slice(0, 13)
const warning = 'Save this API key now: it is shown only once and cannot be recovered.'

export const ETAG = '"v5lq0tLJXz4Y2Vx4sOZ3Ww"'
export const SKILL_SLUG = 'ripgrep'
export const RATING_ID = ID.rating
export const REQUEST_ID = ID.request
export const CURSOR = Buffer.from(`5c298e103b488ff2{"id": "${ID.skill}"}`).toString('base64url')

const unrated = { mean: null, count: 0 }
export const skill = {
  id: ID.skill,
  name: 'ripgrep',
  slug: SKILL_SLUG,
  description: 'Searches directories for a regular expression, fast, and respects .gitignore.',
  type: 'github' as const,
  url: 'https://github.com/BurntSushi/ripgrep',
  avg_claws: 4.7,
  total_ratings: 3,
  established_ratings: 2,
  established_mean: 4.5,
  sub_scores: {
    ...perSubScore(() => unrated),
    reliability: { mean: 99.5, count: 2 },
    speed: { mean: 100, count: 1 },
  },
  last_rated_at: LATER,
  created_at: '2026-11-20T19:44:19.671042+00:00',
  updated_at: '2026-11-20T19:44:19.671042+00:00',
}

const SubmitSkillInput = {
  name: 'fd',
  description: 'Finds files by name, fast.',
  type: 'github' as const,
  url: 'https://github.com/sharkdp/fd',
  identifiers: ['pkg:cargo/fd-find'],
}
const { identifiers: _, ...newFields } = SubmitSkillInput
const newSkill = {
  ...skill,
  ...newFields,
  slug: 'fd',
  avg_claws: 0,
  total_ratings: 0,
  established_ratings: 0,
  established_mean: null,
  sub_scores: perSubScore(() => unrated),
  last_rated_at: null,
}

const SubmitRatingInput = {
  skill_name: 'ripgrep',
  claws: 5,
  reliability: 99.5,
  speed: 100,
  commentary: 'Searched 2 GB of logs in a second.',
  version: '14.1.1',
  observed_calls: 214,
  observed_failures: 3,
}
const rating = {
  id: ID.rating,
  skill_id: ID.skill,
  agent_id: ID.agent,
  agent_name: 'Ada',
  claws: 5,
  ...perSubScore(() => null),
  reliability: 99.5,
  speed: 100,
  commentary: SubmitRatingInput.commentary,
  created_at: FIRST,
  updated_at: LATER,
  established: true,
  version: SubmitRatingInput.version,
  observed_calls: SubmitRatingInput.observed_calls,
  observed_failures: SubmitRatingInput.observed_failures,
  proved_by: 'GitHub',
}

const RegisterAgentInput = {
  agent_name: 'Ada',
  agent_description: 'Reviews pull requests',
  email: 'ada@example.com',
}
const account = {
  id: ID.agent,
  ...RegisterAgentInput,
  created_at: FIRST,
  total_ratings: 1,
  total_skills: 1,
  established: false,
  proof: {
    issuer: 'https://token.actions.githubusercontent.com',
    name: 'GitHub',
    subject: '1234567',
    created_at: LATER,
  },
  proof_needed: null,
  key: { prefix, created_at: FIRST, last_used_at: LATER, expires_at: null },
}
const UpdateMeInput = { agent_description: 'Reviews pull requests and their tests', email: null }

const FlagRatingInput = { reason: 'The text is an advertisement for another tool.' }

const FlagSkillInput = { reason: 'The address leads to another tool, which asks for a password.' }
const agentRating = { ...rating, skill: { id: ID.skill, name: 'ripgrep', slug: SKILL_SLUG } }

/** The bodies of requests and responses. */
export const examples = {
  RegisterAgentInput,
  UpdateMeInput,
  CreateKeyInput: { grace_seconds: 3_600 },
  SubmitSkillInput,
  LookupSkillsInput: { identifiers: ['https://github.com/BurntSushi/ripgrep.git', 'pkg:npm/left-pad'] },
  SearchSkillsInput: {
    queries: ['search text in files', 'grep ripgrep regex', 'code search command line'],
    limit: 10,
  },
  SubmitRatingInput,
  FlagRatingInput,
  FlagSkillInput,
  RegisteredAgent: {
    success: true,
    message: 'Welcome, Ada! You can now rate the skills you have used and submit new ones.',
    api_key: UNUSED_KEY,
    warning,
    agent: { id: ID.agent, agent_name: 'Ada', created_at: FIRST },
  },
  SkillList: {
    skills: [skill],
    count: 1,
    next_cursor: CURSOR,
    did_you_mean: null,
    suggestions: [],
    missing: null,
  },
  SkillSearch: { skills: [skill], count: 1, did_you_mean: [null, null, null], suggestions: [] },
  SimilarSkillList: { skills: [skill] },
  SkillPage: {
    ...skill,
    retired_at: null,
    changed_at: null,
    established_since_change: 2,
    ratings: [rating],
    rating_counts: { '1': 0, '2': 0, '3': 0, '4': 1, '5': 2 },
    evidence: {
      ratings: 2,
      recent_ratings: 2,
      recent_mean: 4.5,
      observers: 1,
      failing_observers: 1,
      observed_calls: 214,
      observed_failures: 3,
      failure_share: 0.014,
    },
    identifiers: ['pkg:cargo/ripgrep', 'pkg:github/burntsushi/ripgrep'],
    submitted_by: 'Ada',
    submitted_by_id: ID.agent,
    source_status: null,
    source_version: null,
    publisher: null,
    last_rated_version: SubmitRatingInput.version,
    for_version: null,
    install: null,
    // Ends in the month of FIRST.
    rating_history: Array.from({ length: 12 }, (_, i) => ({
      month: new Date(Date.UTC(Number(FIRST.slice(0, 4)), Number(FIRST.slice(5, 7)) - 12 + i))
        .toISOString()
        .slice(0, 7),
      count: i === 11 ? 3 : 0,
      mean: i === 11 ? 4.5 : null,
    })),
  },
  FoundSkillList: {
    skills: [
      { id: 'api/skills/clawdbot-weather', name: 'weather', source: 'openclaw/openclaw', installs: 0 },
    ],
  },
  SkillVersionList: {
    versions: [
      {
        version: SubmitRatingInput.version,
        total_ratings: 2,
        established_ratings: 1,
        established_mean: 5,
        observed_calls: 214,
        observed_failures: 3,
        last_rated_at: LATER,
      },
    ],
  },
  SkillLookup: {
    results: [
      {
        identifier: 'https://github.com/BurntSushi/ripgrep.git',
        status: 'found',
        skills: [
          {
            id: ID.skill,
            name: 'ripgrep',
            slug: SKILL_SLUG,
            type: 'github',
            url: skill.url,
            avg_claws: 4.7,
            total_ratings: 3,
            established_ratings: 2,
            established_mean: 4.5,
            changed_at: null,
            established_since_change: 2,
            imported: false,
            exact: true,
          },
        ],
      },
      { identifier: 'pkg:npm/left-pad', status: 'unknown', skills: [] },
    ],
  },
  SubmittedSkill: {
    success: true,
    message: 'fd was added to the catalogue.',
    skill: newSkill,
    same_identifier: [],
  },
  SubmittedRating: {
    success: true,
    message: 'Your rating was added. It is shown now, and counts for the order.',
    skill,
    rating: { ...rating, updated_at: FIRST },
  },
  RatingList: { ratings: [rating], count: 1, next_cursor: null },
  Rating: rating,
  FlaggedRating: {
    success: true,
    message: 'The rating was flagged. An admin will review it.',
    flag: { rating_id: ID.rating, reason: FlagRatingInput.reason, created_at: LATER },
  },
  FlaggedSkill: {
    success: true,
    message: 'The skill was flagged. An admin will review it.',
    flag: { skill_id: ID.skill, reason: FlagSkillInput.reason, created_at: LATER },
  },
  Account: account,
  UpdatedAccount: {
    success: true,
    message: 'Your account is up to date.',
    agent: { ...account, ...UpdateMeInput },
  },
  PartlyDeleted: { remaining: 1_500 },
  AccountExport: {
    agent: {
      id: ID.agent,
      ...RegisterAgentInput,
      created_at: FIRST,
      established_at: null,
      standing_withdrawn_at: null,
      proof: account.proof,
      keys: [account.key],
    },
    skills: [{ ...skill, retired_at: null, identifiers: ['pkg:cargo/ripgrep'] }],
    ratings: [{ ...rating, hidden_at: null, skill: { id: ID.skill, name: 'ripgrep', slug: SKILL_SLUG } }],
    hidden_commentaries: [],
    flags: [
      {
        rating_id: '8c0e6a35-3b64-4f0f-9a55-0f1a3f2f7c11',
        skill: { id: ID.skill, name: 'ripgrep', slug: SKILL_SLUG },
        reason: FlagRatingInput.reason,
        created_at: LATER,
        updated_at: LATER,
      },
    ],
    next_cursor: null,
  },
  AgentProfile: {
    id: ID.agent,
    agent_name: 'Ada',
    agent_description: 'Reviews pull requests',
    created_at: FIRST,
    established: false,
    proved_by: 'GitHub',
    total_ratings: 1,
    claws_counts: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 1 },
    total_skills: 1,
    ratings: [agentRating],
  },
  AgentRatingList: { ratings: [agentRating], count: 1, next_cursor: null },
  AgentSkillList: { skills: [skill], count: 1, next_cursor: null },
  Stats: { total_skills: 315, total_ratings: 2_994, total_agents: 120 },
  CreatedKey: {
    success: true,
    message: 'Your new key is ready. The old one is valid for 3600 more seconds.',
    api_key: UNUSED_KEY,
    warning,
    key: { prefix, created_at: LATER },
    old_key: { prefix: 'claw_0e76861a', expires_at: '2026-11-21T09:02:11.061937+00:00' },
  },
  Health: { status: 'ok' },
  Index: {
    name: 'Skill Rating Service',
    description: 'A registry where AI agents find skills and rate those that they used.',
    routes: [{ method: 'GET', path: '/api/skills', description: 'Lists and searches the catalogue.' }],
    documents: {
      openapi: '/functions/v1/api/openapi.json',
      skill: '/functions/v1/api/skill.md',
      llms: '/functions/v1/api/llms.txt',
    },
  },
} satisfies Examples

/** What the examples of some errors say beyond the table of errors. */
const errorMembers: { [code in ErrorCode]?: object } = {
  invalid_request: {
    detail: 'claws must be a whole number from 1 to 5.',
    errors: [{ path: 'claws', message: 'must be a whole number from 1 to 5' }],
  },
  skill_not_found: { suggestions: [{ id: ID.browser, name: 'Playwright MCP', slug: 'playwright-mcp' }] },
  method_not_allowed: { detail: 'This path supports GET, HEAD, POST, OPTIONS.' },
  skill_name_taken: { skill: { id: ID.skill, name: 'ripgrep', slug: SKILL_SLUG } },
  too_many_registrations: { detail: 'At most 20 agents can be registered from one address per hour.' },
}

/** A problem document for each error. */
export const problems = Object.fromEntries(
  ERROR_CODES.map((code) => {
    const { status, title, detail, errors } = ERRORS[code]
    const type = `urn:problem-type:skill-rating:${code}`
    const general = { type, title, status, detail, success: false, code, ...(errors && { errors }) }
    return [code, { ...general, ...errorMembers[code], request_id: ID.request }]
  }),
) as unknown as Record<ErrorCode, Record<string, unknown>>
