import type { z } from 'zod'
import { OFFICIAL_META, RATINGS_META } from '../../functions/_shared/schemas/options.ts'
import type { ServerList, ServerResponse } from '../../functions/_shared/schemas/registry.ts'
import type {
  ArdSearchRequest,
  ArdSearchResponse,
  CatalogEntry,
} from '../../functions/registry/ard/schemas.ts'
import { CURSOR, FIRST, ID, SKILL_SLUG, skill } from './examples.ts'

const serverResponse: z.input<typeof ServerResponse> = {
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'io.github.example/weather',
    description: 'Weather forecasts.',
    version: '1.0.2',
    packages: [
      {
        registryType: 'npm',
        identifier: '@example/weather',
        version: '1.0.2',
        transport: { type: 'stdio' },
      },
    ],
  },
  _meta: {
    [OFFICIAL_META]: {
      status: 'active',
      publishedAt: '2026-11-19T10:00:00+00:00',
      updatedAt: '2026-11-19T10:00:00+00:00',
      statusChangedAt: '2026-11-19T10:00:00+00:00',
      isLatest: true,
    },
    [RATINGS_META]: {
      skill_id: ID.browser,
      avg_claws: 4.7,
      total_ratings: 3,
      established_ratings: 2,
      established_mean: 4.5,
      sub_scores: skill.sub_scores,
      updated_at: FIRST,
      url: 'https://skills.example.com/skills/io-github-example-weather',
    },
  },
}
const serverList: z.input<typeof ServerList> = {
  servers: [serverResponse],
  metadata: { count: 1, nextCursor: CURSOR },
}

const page = `https://skills.example.com/skills/${SKILL_SLUG}`
const catalogEntry: z.input<typeof CatalogEntry> = {
  identifier: `urn:air:skills.example.com:skills:${SKILL_SLUG}`,
  displayName: skill.name,
  description: skill.description,
  type: 'text/html',
  url: page,
  representativeQueries: [skill.name, 'Search log files'],
  tags: [skill.type],
  updatedAt: FIRST,
  metadata: {
    skill_id: ID.skill,
    avg_claws: 4.7,
    total_ratings: 5,
    established_ratings: 3,
    established_mean: 4.5,
    'sub_scores.reliability.mean': 99.5,
    'sub_scores.reliability.count': 2,
    updated_at: FIRST,
    url: page,
  },
  trustManifest: {
    identity: 'https://skills.example.com',
    attestations: [
      {
        type: 'observed-fitness',
        uri: `https://your-project-ref.supabase.co/functions/v1/api/skills/${SKILL_SLUG}`,
        mediaType: 'application/json',
      },
    ],
  },
}

/** The bodies of requests to the registry, and of its responses. */
export const registryExamples = {
  ServerResponse: serverResponse,
  ServerList: serverList,
  CatalogEntry: catalogEntry,
  ArdSearchRequest: {
    query: { text: 'search large log files', filter: { tags: ['github', 'mcp'] } },
    pageSize: 5,
  } satisfies z.input<typeof ArdSearchRequest>,
  ArdSearchResponse: {
    results: [
      {
        ...catalogEntry,
        score: 75,
        source: 'https://your-project-ref.supabase.co/functions/v1/registry/ard',
      },
    ],
  } satisfies z.input<typeof ArdSearchResponse>,
}
