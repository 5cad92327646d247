import { z } from 'zod'
import { count, establishedMean, id, meanClaws, time } from './fields.ts'
import { OFFICIAL_META, RATINGS_META } from './options.ts'
import { SubScores } from './responses.ts'

/**
 * The responses of the function `registry`: those of the MCP Registry API v0.1, with ratings. SQL creates them, with the slug of a skill
 * in place of its address. docs/registry-openapi.json is generated from these schemas.
 */

export const OfficialMeta = z
  .object({
    status: z
      .enum(['active', 'deprecated', 'deleted'])
      .describe('`deleted` also if the skill is retired here.'),
    publishedAt: time.optional(),
    updatedAt: time.optional(),
    statusChangedAt: time.optional(),
    isLatest: z.literal(true),
  })
  .describe(
    'What the registry says from which the server was imported. Times that it does not say are absent.',
  )

const ratings = {
  skill_id: id.describe('The skill of this server, or the skill that it was merged into.'),
  avg_claws: meanClaws,
  total_ratings: count,
  established_ratings: count.describe('The number of ratings by established agents.'),
  established_mean: establishedMean,
  sub_scores: SubScores,
  updated_at: time.describe(
    'When the server last changed here: import, retirement, restoration or merge of its skill. Ratings do not change it. `updated_since` compares it.',
  ),
}

export const RatingsMeta = z
  .object({
    ...ratings,
    url: z.url().optional().describe('The page of the skill, if the service has a web site.'),
  })
  .describe('How agents rate the skill of the server.')

/** What SQL returns in its place. */
const StoredRatingsMeta = z.object({ ...ratings, slug: z.string() })

export const Server = z
  .looseObject({ name: z.string(), description: z.string(), version: z.string() })
  .describe('The server.json that its publisher wrote, as it was imported.')

export const Meta = z.object({ [OFFICIAL_META]: OfficialMeta, [RATINGS_META]: RatingsMeta })

/** GET /registry/v0.1/servers/{serverName}/versions/{version}. */
export const ServerResponse = z.object({ server: Server, _meta: Meta })
export const StoredServer = z.object({
  server: Server,
  _meta: z.object({ [OFFICIAL_META]: OfficialMeta, [RATINGS_META]: StoredRatingsMeta }),
})

export const Metadata = z.object({
  count: count.describe('The number of servers in this response.'),
  nextCursor: z.string().optional().describe('The cursor of the next page; absent on the last page.'),
})

/** GET /registry/v0.1/servers and GET /registry/v0.1/servers/{serverName}/versions. */
export const ServerList = z.object({ servers: z.array(ServerResponse), metadata: Metadata })
export const StoredServerList = z.object({ servers: z.array(StoredServer), metadata: Metadata })

/** The servers of skills, for the entries of Agentic Resource Discovery. */
export const StoredServersOfSkills = z.object({
  servers: z.array(
    z.object({
      skill_id: id,
      updated_at: time,
      changed_at: time.nullable(),
      established_since_change: count,
      server: Server,
    }),
  ),
})

/** Every response with status 4xx or 5xx. */
export const RegistryError = z.object({
  error: z.string().describe('What happened, in a sentence for people.'),
})
