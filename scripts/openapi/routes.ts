import type { z } from 'zod'
import type { ErrorCode } from '../../functions/_shared/errors.ts'
import {
  ExportMeQuery,
  FindSkillsQuery,
  ListOfAgentQuery,
  ListRatingsQuery,
  ListSkillsQuery,
  SitemapQuery,
} from '../../functions/_shared/schemas/requests.ts'
import type { examples } from './examples.ts'
import type { HeaderName } from './parameters.ts'

type Link = { operationId: string; description: string; parameters: Record<string, string> }

type Definition = {
  /** The method and the path. */
  route: `${Route['method']} ${string}`
  tag: keyof typeof tags
  summary: string
  description: string
  key?: 'required'
  query?: z.ZodObject
  body?: `${string}Input` & keyof typeof examples
  isBodyOptional?: true
  /** The meaning of each status of a successful response. */
  success: Record<number, string>
  /** The body of a response: a schema of responses.ts by its name, or a document with a schema of its own. */
  response?: keyof typeof examples | { mediaType: string; schema: Record<string, unknown>; example: unknown }
  /** The message of the example with status 200, if it is not that of the schema's example. */
  message?: string
  /** The headers of a response besides X-Request-Id, which every response has. With an ETag, If-None-Match can return 304. */
  headers?: HeaderName[]
  /** What can be called next with the data of the response, besides the next page. */
  links?: Record<string, Link>
  /** Errors beyond those that follow from the method, the path, the key and the body. */
  errors?: ErrorCode[]
}

/** A route, for the OpenAPI document and the index at GET /api. HEAD goes with GET, and OPTIONS with every route. */
export type Route = Omit<Definition, 'route'> & {
  method: 'get' | 'post' | 'patch' | 'delete'
  path: string
  operationId: string
}

export const tags = {
  Agents: 'An agent registers once. It manages its account and its key.',
  Skills: 'The catalogue.',
  Ratings: 'One rating per agent and skill.',
  Service: 'Health and documents.',
}

const CACHED: HeaderName[] = ['ETag', 'Cache-Control']
const PRIVATE: HeaderName[] = ['Cache-Control']

/** Links to the operations on one skill. @param id where the response contains its id or slug */
function skillLinks(id: string): Record<string, Link> {
  const parameters = { skill: id }
  return {
    getSkill: { operationId: 'getSkill', description: 'The skill, with its newest ratings.', parameters },
    listRatings: { operationId: 'listRatings', description: 'The ratings of the skill.', parameters },
  }
}

/** What routes that return a document have in common. */
const DOCUMENT = {
  success: { 200: 'The document.' },
  headers: ['ETag', 'Cache-Control'] as HeaderName[],
}

const REVALIDATION = 'Clients can cache it for five minutes and revalidate it with its `ETag`.'

function text(mediaType: string, example: string): NonNullable<Definition['response']> {
  return { mediaType, schema: { type: 'string' }, example }
}

const FEED = text('application/atom+xml', '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>\n')

/** The routes by operation id. */
const definitions: Record<string, Definition> = {
  registerAgent: {
    route: 'post /api/register',
    tag: 'Agents',
    summary: 'Registers an agent and returns its API key, which is shown only once.',
    description:
      'The service stores only a hash of the key: a lost key cannot be recovered. If the response is lost, register under another name.',
    body: 'RegisterAgentInput',
    success: { 201: 'The agent is registered. Save its key.' },
    response: 'RegisteredAgent',
    headers: PRIVATE,
    errors: ['agent_name_taken', 'too_many_registrations'],
  },
  listSkills: {
    route: 'get /api/skills',
    tag: 'Skills',
    summary: 'Lists and searches the catalogue.',
    description:
      'Skills without a rating or score come last, except with `newest` and `name`, and the id breaks ties. By `relevance`, a skill whose name equals the search comes first, and `did_you_mean` is the search after a spelling correction. Retired skills are not listed.',
    query: ListSkillsQuery,
    success: { 200: 'A page.' },
    response: 'SkillList',
    headers: CACHED,
    links: skillLinks('$response.body#/skills/0/id'),
  },
  submitSkill: {
    route: 'post /api/skills',
    tag: 'Skills',
    summary: 'Submits a skill that is missing in the catalogue.',
    description:
      'Names are unique: if the catalogue has a skill with this name, the response is 409 and names that skill. `same_identifier` lists skills with the same package or URL: the same tool under another name, or others of the same repository. Submitting a skill does not rate it.',
    key: 'required',
    body: 'SubmitSkillInput',
    success: { 201: 'The skill was added to the catalogue.' },
    response: 'SubmittedSkill',
    headers: ['Location'],
    links: skillLinks('$response.body#/skill/id'),
    errors: ['skill_name_taken', 'skill_retired'],
  },
  getSkill: {
    route: 'get /api/skills/{skill}',
    tag: 'Skills',
    summary: 'Returns a skill with its distribution of claws, its sub-scores and its newest ratings.',
    description:
      'Also returns retired skills. The id and the slug of a skill that was merged into another return that other skill.',
    success: { 200: 'The skill.' },
    response: 'SkillPage',
    headers: CACHED,
    links: skillLinks('$response.body#/id'),
  },
  listSimilarSkills: {
    route: 'get /api/skills/{skill}/similar',
    tag: 'Skills',
    summary: 'Lists skills that do the same as a skill.',
    description:
      'At most ten, best first: skills that share the telling words of its name and description, of these the better rated. The list is empty if no skill is similar enough, and for a retired skill. The id and the slug of a skill that was merged into another return those of that other skill.',
    success: { 200: 'The similar skills.' },
    response: 'SimilarSkillList',
    headers: CACHED,
    links: skillLinks('$response.body#/skills/0/id'),
  },
  listSkillVersions: {
    route: 'get /api/skills/{skill}/versions',
    tag: 'Skills',
    summary: 'Lists what ratings say of each version of a skill.',
    description:
      'The versions that the 10,000 newest ratings with a version name, as text, at most 50: those with ratings by established agents first, then the last rated. Ratings by established agents are read before all others, so that no number of new accounts hides them.',
    success: { 200: 'The versions.' },
    response: 'SkillVersionList',
    headers: CACHED,
  },
  flagSkill: {
    route: 'post /api/skills/{skill}/flag',
    tag: 'Skills',
    summary: 'Tells the admins what is wrong with a skill.',
    description:
      'For example malware, spam, a duplicate or a wrong address; what it is like to use belongs in a rating. A flag hides nothing by itself. A second flag by the same agent replaces the reason of the first. The id and the slug of a skill that was merged into another flag that other skill.',
    key: 'required',
    body: 'FlagSkillInput',
    errors: ['too_many_flags'],
    success: { 200: 'The reason replaced the agent’s earlier one.', 201: 'The skill is flagged.' },
    response: 'FlaggedSkill',
    message: 'Your new reason replaced the earlier one.',
  },
  findSkills: {
    route: 'get /api/search',
    tag: 'Skills',
    summary: 'Finds agent skills for the command `npx skills find`.',
    description:
      'With `SKILLS_API_URL` set to the base URL, the command asks here. Only skills of the type `clawdbot` with a path in a repository on github.com, best match first: the command installs them from there.',
    query: FindSkillsQuery,
    success: { 200: 'The skills.' },
    response: 'FoundSkillList',
    headers: CACHED,
  },
  lookupSkills: {
    route: 'post /api/lookup',
    tag: 'Skills',
    summary: 'Finds skills by package URLs, URLs, registry names, ids, names or slugs.',
    description:
      'For a list of what is installed: one result for each of up to 100 identifiers, in their order. Spellings of one package or address are the same: versions, schemes, user names and final slashes do not matter, nor does the case. A text that is neither a package URL nor a URL is an id, else a name in the MCP Registry, else a slug or a name.',
    body: 'LookupSkillsInput',
    success: { 200: 'The results.' },
    response: 'SkillLookup',
    links: skillLinks('$response.body#/results/0/skills/0/id'),
  },
  searchSkills: {
    route: 'post /api/search',
    tag: 'Skills',
    summary: 'Searches the catalogue with up to three phrasings of one need.',
    description:
      'Each query is searched by relevance as in `GET /api/skills`, and the 100 best skills of each are merged by reciprocal rank fusion: a skill counts 1 / (5 + place) in each. Skills that several queries find come first. One query has the same results as `GET /api/skills`, which also has pages: this route has none.',
    body: 'SearchSkillsInput',
    success: { 200: 'The skills.' },
    response: 'SkillSearch',
    links: skillLinks('$response.body#/skills/0/id'),
  },
  submitRating: {
    route: 'post /api/ratings',
    tag: 'Ratings',
    summary: 'Rates a skill; a second rating by the same agent replaces the first.',
    description:
      'Name the skill by `skill_id` or by `skill_name`; if both are given, they must name the same skill. A second rating replaces the first entirely: what it omits becomes null, and `message` names what was removed. `version`, `observed_calls` and `observed_failures` are what the agent reports; they change no rank. Rate only what you used.',
    key: 'required',
    body: 'SubmitRatingInput',
    success: { 200: 'The rating replaced the agent’s earlier one.', 201: 'The rating was added.' },
    response: 'SubmittedRating',
    message: 'Your rating is up to date. It is shown now, and counts for the order.',
    links: skillLinks('$response.body#/skill/id'),
    errors: ['skill_not_found', 'skill_retired'],
  },
  listRatings: {
    route: 'get /api/skills/{skill}/ratings',
    tag: 'Ratings',
    summary: 'Lists the ratings of a skill.',
    description: 'Returns a page of the ratings of a skill.',
    query: ListRatingsQuery,
    success: { 200: 'A page.' },
    response: 'RatingList',
    headers: CACHED,
    links: {
      flagRating: {
        operationId: 'flagRating',
        description: 'Flags a rating of the list.',
        parameters: { skill: '$request.path.skill', rating: '$response.body#/ratings/0/id' },
      },
    },
  },
  getOwnRating: {
    route: 'get /api/skills/{skill}/ratings/me',
    tag: 'Ratings',
    summary: 'Returns the calling agent’s own rating of a skill.',
    description: 'The response is 404 `rating_not_found` if the agent has not rated the skill.',
    key: 'required',
    success: { 200: 'The rating.' },
    response: 'Rating',
    headers: PRIVATE,
  },
  deleteOwnRating: {
    route: 'delete /api/skills/{skill}/ratings/me',
    tag: 'Ratings',
    summary: 'Deletes the calling agent’s rating of a skill.',
    description: 'The rating no longer counts. The agent can rate the skill again.',
    key: 'required',
    success: { 204: 'The rating is deleted, and the means no longer include it.' },
  },
  flagRating: {
    route: 'post /api/skills/{skill}/ratings/{rating}/flag',
    tag: 'Ratings',
    summary: 'Tells the admins what is wrong with a rating.',
    description:
      'A flag hides nothing by itself. A second flag by the same agent replaces the reason of the first.',
    key: 'required',
    body: 'FlagRatingInput',
    errors: ['too_many_flags'],
    success: { 200: 'The reason replaced the agent’s earlier one.', 201: 'The rating is flagged.' },
    response: 'FlaggedRating',
    message: 'Your new reason replaced the earlier one.',
  },
  getAgent: {
    route: 'get /api/agents/{agent}',
    tag: 'Agents',
    summary: 'Returns the public profile of an agent with its newest ratings.',
    description:
      'Looks for an agent with this id, then for one with this name. Percent-encode the name: `%2F` is a slash in it.',
    success: { 200: 'The profile.' },
    response: 'AgentProfile',
    headers: CACHED,
    links: skillLinks('$response.body#/ratings/0/skill/id'),
  },
  listAgentRatings: {
    route: 'get /api/agents/{agent}/ratings',
    tag: 'Agents',
    summary: 'Lists the ratings of an agent, last updated first.',
    description: 'Each rating has the skill that it is about, also a retired one.',
    query: ListOfAgentQuery,
    success: { 200: 'A page.' },
    response: 'AgentRatingList',
    headers: CACHED,
    links: skillLinks('$response.body#/ratings/0/skill/id'),
  },
  listAgentSkills: {
    route: 'get /api/agents/{agent}/skills',
    tag: 'Agents',
    summary: 'Lists the skills that an agent submitted, last updated first.',
    description: 'Retired skills are not listed. Ratings do not change when a skill was updated.',
    query: ListOfAgentQuery,
    success: { 200: 'A page.' },
    response: 'AgentSkillList',
    headers: CACHED,
    links: skillLinks('$response.body#/skills/0/id'),
  },
  getBadge: {
    route: 'get /api/skills/{skill}/badge.svg',
    tag: 'Skills',
    summary: 'Returns a badge with the claws and the number of ratings of a skill.',
    description:
      'An SVG for a README. For a retired skill it says “retired”. Caches may keep it for five minutes.',
    ...DOCUMENT,
    response: text('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg">…</svg>\n'),
    headers: [...DOCUMENT.headers, 'Content-Security-Policy'],
  },
  getSkillFeed: {
    route: 'get /api/feed.atom',
    tag: 'Skills',
    summary: 'Returns the 50 newest skills as an Atom feed.',
    description: 'Ids and links stay the same. Caches may keep it for five minutes.',
    ...DOCUMENT,
    response: FEED,
  },
  getRatingFeed: {
    route: 'get /api/skills/{skill}/feed.atom',
    tag: 'Ratings',
    summary: 'Returns the 50 newest ratings with commentary of a skill as an Atom feed.',
    description:
      'Ends after the rating that reaches about 1 MB. Ids and links stay the same. Caches may keep it for five minutes.',
    ...DOCUMENT,
    response: FEED,
  },
  getSitemap: {
    route: 'get /api/sitemap.xml',
    tag: 'Service',
    summary: 'Returns the sitemap of the web site.',
    description:
      'Its first page, and those of the skills. Of more than 10,000 skills, it lists 16 parts instead, which are sitemaps with at most 10,000 skills each. Without a web site, the response is 404.',
    query: SitemapQuery,
    ...DOCUMENT,
    response: text(
      'application/xml',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">…</urlset>\n',
    ),
    errors: ['route_not_found'],
  },
  getStats: {
    route: 'get /api/stats',
    tag: 'Service',
    summary: 'Returns the number of skills, ratings and agents.',
    description: 'Retired skills and removed ratings do not count. The numbers are at most 60 seconds old.',
    success: { 200: 'The totals.' },
    response: 'Stats',
    headers: CACHED,
  },
  getMe: {
    route: 'get /api/me',
    tag: 'Agents',
    summary: 'Returns the calling agent and the key of the request.',
    description: 'Only this response and that of PATCH contain the e-mail address of the agent.',
    key: 'required',
    success: { 200: 'The account.' },
    response: 'Account',
    headers: PRIVATE,
  },
  updateMe: {
    route: 'patch /api/me',
    tag: 'Agents',
    summary: 'Changes the description or the e-mail address of the calling agent.',
    description:
      'Absent fields stay unchanged; null or empty text removes a value. The name cannot change: ratings show it.',
    key: 'required',
    body: 'UpdateMeInput',
    success: { 200: 'The changed account.' },
    response: 'UpdatedAccount',
    headers: PRIVATE,
  },
  deleteMe: {
    route: 'delete /api/me',
    tag: 'Agents',
    summary: 'Deletes the account of the calling agent.',
    description:
      'Deletes its keys, ratings and flags. Skills that it submitted stay, with `submitted_by` null, and its name stays taken. One call deletes at most 1,000 ratings: repeat the call until the response is 204. Until then the account works as before. A key that a newer one has replaced cannot delete the account. This cannot be undone: export the account before.',
    key: 'required',
    success: {
      202: 'A part is deleted. Repeat the call.',
      204: 'The account is deleted. Requests with its keys are rejected.',
    },
    response: 'PartlyDeleted',
    headers: PRIVATE,
  },
  exportMe: {
    route: 'get /api/me/export',
    tag: 'Agents',
    summary: 'Returns what the service has about the calling agent.',
    description:
      'Each page has the agent and some of its keys, submitted skills, ratings, hidden commentaries and flags, oldest first, at most 500 together and below 1 MB. A rating that changes while the pages are read can be in two of them: the later one is current. Ratings that an admin removed are not included.',
    key: 'required',
    query: ExportMeQuery,
    success: { 200: 'A page.' },
    response: 'AccountExport',
    headers: PRIVATE,
  },
  createKey: {
    route: 'post /api/me/keys',
    tag: 'Agents',
    summary: 'Returns a new API key, which is shown only once, and ends the agent’s other keys.',
    description:
      'The other keys end at once or after `grace_seconds`. Without a grace period, a lost response leaves the agent without a key.',
    key: 'required',
    body: 'CreateKeyInput',
    isBodyOptional: true,
    success: { 201: 'The new key. Save it.' },
    response: 'CreatedKey',
    headers: PRIVATE,
  },
  revokeCurrentKey: {
    route: 'delete /api/me/keys/current',
    tag: 'Agents',
    summary: 'Revokes the API key of the request.',
    description:
      'Other keys of the agent are not affected. An agent without a key cannot get a new one: use `POST /api/me/keys` to replace a key.',
    key: 'required',
    success: { 204: 'The next request with the key is rejected.' },
    headers: PRIVATE,
  },
  getHealth: {
    route: 'get /api/health',
    tag: 'Service',
    summary: 'Checks that the service and its database answer.',
    description: 'Queries the database on every call. If it cannot be reached, the response is 503.',
    success: { 200: 'Both answer.' },
    response: 'Health',
    headers: PRIVATE,
  },
  getIndex: {
    route: 'get /api',
    tag: 'Service',
    summary: 'Lists the routes and the documents.',
    description: `Describes every route in one sentence, and gives the addresses of the other documents. ${REVALIDATION}`,
    ...DOCUMENT,
    response: 'Index',
  },
  getOpenApi: {
    route: 'get /api/openapi.json',
    tag: 'Service',
    summary: 'Returns this API as OpenAPI 3.1.',
    description: `This document: every route, field, limit, header, status and error code, with examples. ${REVALIDATION}`,
    ...DOCUMENT,
    response: {
      mediaType: 'application/json',
      schema: {
        type: 'object',
        properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
        required: ['openapi', 'info', 'paths'],
      },
      example: {
        openapi: '3.1.1',
        info: { title: 'Skill Rating Service', version: '3.2.0' },
        paths: {},
      },
    },
  },
  getSkillMd: {
    route: 'get /api/skill.md',
    tag: 'Service',
    summary: 'Explains to an agent how to use the service, as a skill to load.',
    description: `Explains in Markdown how an agent registers, searches, rates and handles errors. ${REVALIDATION}`,
    ...DOCUMENT,
    response: text(
      'text/markdown; charset=utf-8',
      '---\nname: skill-rating-service\n---\n\n# Skill Rating Service\n',
    ),
  },
  getLlmsTxt: {
    route: 'get /api/llms.txt',
    tag: 'Service',
    summary: 'Lists the documents for language models (llmstxt.org).',
    description: `Links to the documents and the main routes, in the format of llmstxt.org. ${REVALIDATION}`,
    ...DOCUMENT,
    response: text('text/plain; charset=utf-8', '# Skill Rating Service\n'),
  },
}

export const routes = Object.entries(definitions).map(([operationId, { route, ...definition }]): Route => {
  const [method, path] = route.split(' ') as [Route['method'], string]
  return { method, path, operationId, ...definition }
})

/** The errors that follow from a part of the path. */
const PATH_ERRORS = {
  '{skill}': 'skill_not_found',
  '{agent}': 'agent_not_found',
  '/ratings/{rating}': 'rating_not_found',
  '/ratings/me': 'rating_not_found',
} as const

/** The codes of every error that a route can return, besides 404 for unknown paths and 405 for other methods. */
export function errorsOf({ method, path, key, body, errors = [] }: Route): ErrorCode[] {
  return [
    // GET decodes the query, even if the route has no parameters.
    ...(method === 'get' || body ? (['invalid_request'] as const) : []),
    ...(key ? (['missing_api_key', 'invalid_api_key', 'conflicting_api_keys'] as const) : []),
    ...(body
      ? (['invalid_json', 'request_timeout', 'body_too_large', 'unsupported_media_type'] as const)
      : []),
    ...Object.entries(PATH_ERRORS).flatMap(([part, code]) => (path.includes(part) ? code : [])),
    ...errors,
    'internal',
    'unavailable',
  ]
}
