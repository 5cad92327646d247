import type { z } from 'zod'
import type { Database } from './database.types.ts'
import type { MatchedSearch, MatchedSkillList } from './schemas/matches.ts'
import type { StoredServer, StoredServerList, StoredServersOfSkills } from './schemas/registry.ts'
import type * as responses from './schemas/responses.ts'

type Functions = Database['public']['Functions']
type Schemas = typeof responses
// `npm run catalogue:import` calls import_skills and list_imported, which the functions may not.
export type Name = Exclude<keyof Functions & string, 'import_skills' | 'list_imported'>

/** All arguments, also the optional ones, so that TypeScript reports a call that does not pass a new one. */
export type Arguments<N extends Name> = {
  [Argument in keyof Required<Functions[N]['Args']>]: Functions[N]['Args'][Argument]
}

/** The fields of a request as arguments of a SQL function, which have the same names after `p_`. */
export function argumentsOf<Fields extends object>(fields: Fields) {
  const args = Object.entries(fields).map(([name, value]) => [`p_${name}`, value])
  return Object.fromEntries(args) as {
    [Field in keyof Fields & string as `p_${Field}`]-?: Fields[Field]
  }
}

/** What a function returns, as in its JSON. */
export type Result<N extends Name> = NonNullable<(typeof sqlFunctions)[N]['result']>

/** The functions that read the catalogue. */
export type ReadName = { [N in Name]: (typeof sqlFunctions)[N]['access'] extends 'read' ? N : never }[Name]

/** The response with the name of a schema, or only some members of it. */
type ResponseOf<Schema extends keyof Schemas> = z.output<Schemas[Schema]>
type Part<Schema extends keyof Schemas, Member extends keyof ResponseOf<Schema>> = Pick<
  ResponseOf<Schema>,
  Member
>

/** `read` reads the catalogue, also on a read replica; `other` needs the primary database. */
type Access = 'read' | 'other'

interface SqlFunction<Kind extends Access, R extends object> {
  access: Kind
  /** A member that identifies the result: a response without it is not from this function. */
  member: keyof R & string
  /** Only for its type. The property does not exist. */
  result?: R
}

/** The SQL functions that the edge functions call. */
export const sqlFunctions = {
  create_key: other<Part<'CreatedKey', 'api_key' | 'key' | 'old_key'>>('api_key'),
  delete_me: other<ResponseOf<'PartlyDeleted'>>('remaining'),
  delete_own_rating: other<{ deleted: boolean }>('deleted'),
  export_me: other<ResponseOf<'AccountExport'>>('next_cursor'),
  find_skills: read<{ skills: { slug: string; url: string; identifier: string }[] }>('skills'),
  flag_rating: other<{ created: boolean } & Part<'FlaggedRating', 'flag'>>('flag'),
  flag_skill: other<{ created: boolean } & Part<'FlaggedSkill', 'flag'>>('flag'),
  get_agent: read<ResponseOf<'AgentProfile'>>('total_skills'),
  get_badge: read<
    { retired: boolean } & Part<
      'Skill',
      'name' | 'avg_claws' | 'total_ratings' | 'established_ratings' | 'established_mean'
    >
  >('retired'),
  get_me: other<ResponseOf<'Account'>>('agent_name'),
  get_own_rating: other<ResponseOf<'Rating'>>('claws'),
  get_rating_feed: read<
    { skill: Part<'Skill', 'id' | 'name' | 'slug' | 'created_at'> } & Part<'RatingList', 'ratings'>
  >('skill'),
  get_server: read<z.output<typeof StoredServer>>('server'),
  get_skill: read<ResponseOf<'SkillPage'>>('rating_counts'),
  get_sitemap: read<{ slugs: string[] }>('slugs'),
  // Counts when the totals are old, which a read replica cannot.
  get_stats: other<ResponseOf<'Stats'>>('total_agents'),
  health: other<ResponseOf<'Health'>>('status'),
  list_agent_ratings: read<ResponseOf<'AgentRatingList'>>('ratings'),
  list_agent_skills: read<ResponseOf<'AgentSkillList'>>('skills'),
  list_ratings: read<ResponseOf<'RatingList'>>('ratings'),
  list_server_versions: read<z.output<typeof StoredServerList>>('servers'),
  list_servers: read<z.output<typeof StoredServerList>>('servers'),
  list_servers_of_skills: read<z.output<typeof StoredServersOfSkills>>('servers'),
  list_similar_skills: read<ResponseOf<'SimilarSkillList'>>('skills'),
  list_skill_versions: read<ResponseOf<'SkillVersionList'>>('versions'),
  list_skills: read<ResponseOf<'SkillList'>>('skills'),
  // Reads, but its arguments are too long for the query of a read replica.
  lookup_skills: other<ResponseOf<'SkillLookup'>>('results'),
  register_agent: other<Part<'RegisteredAgent', 'api_key' | 'agent'>>('api_key'),
  revoke_current_key: other<{ revoked: boolean }>('revoked'),
  search_catalogue: read<z.output<typeof MatchedSkillList>>('skills'),
  search_entries: read<
    Pick<z.output<typeof MatchedSkillList>, 'skills' | 'next_cursor'> & z.output<typeof StoredServersOfSkills>
  >('skills'),
  search_skills: read<z.output<typeof MatchedSearch>>('did_you_mean'),
  submit_rating: other<SubmittedRating>('rating'),
  // Follows a rating that the primary did not find.
  suggest_skills: other<{ suggestions: Part<'Skill', 'id' | 'name' | 'slug'>[] }>('suggestions'),
  submit_skill: other<Part<'SubmittedSkill', 'skill' | 'same_identifier'>>('skill'),
  update_me: other<Part<'UpdatedAccount', 'agent'>>('agent'),
} satisfies Record<Name, { access: Access; member: string }>

/** How far the agent of a rating is from being established. */
export interface Standing {
  /** The skills that it has rated and that count for that. */
  rated_skills: number
  /** Whether the agent submitted the skill. */
  own_skill: boolean
}

type SubmittedRating = Part<'SubmittedRating', 'rating' | 'skill'> &
  Standing & {
    created: boolean
    /** What the replaced rating had and the new one does not have. */
    removed: string[]
  }

function read<R extends object>(member: keyof R & string): SqlFunction<'read', R> {
  return { access: 'read', member }
}

function other<R extends object>(member: keyof R & string): SqlFunction<'other', R> {
  return { access: 'other', member }
}
