import type postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  as,
  attempt,
  newAgent,
  newSkill,
  refusal,
  request,
  rolledBack,
  rpc,
  type Skill,
  type Transaction,
} from './callers.ts'
import { connect, type OwnDatabase, ownDatabase } from './own-database.ts'
import { openTransaction, untilBlocked } from './waiting.ts'

/**
 * The last line: what the tables themselves refuse, whoever writes and whatever every rule before them let pass. So it is
 * tried as `postgres`, who owns them and whom no policy and no grant holds back.
 */

let database: OwnDatabase
let ada: Agent
let skill: Skill

beforeAll(async () => {
  database = await ownDatabase({ connections: 3 })
  ada = await newAgent(database, 'Ada')
  skill = await newSkill(database, ada, 'The skill')
  await as(database.owner, { key: ada.key }, (tx) =>
    rpc(tx, 'submit_rating', { p_skill_id: skill.id, p_claws: 3 }),
  )
  return database.drop
})

const agent = (column: string, value: string) =>
  column === 'agent_name'
    ? `insert into public.agents (agent_name) values (${value})`
    : `insert into public.agents (agent_name, ${column}) values ('Bob', ${value})`
const newSkillWith = (column: string, value: string) => `
  insert into public.skills (name, description, type)
  values ('Other', 'Described', 'mcp') returning id;
  update public.skills set ${column} = ${value} where name = 'Other'`
const rating = (column: string, value: string) => `update public.ratings set ${column} = ${value}`
const stats = (column: string, value: string) => `update public.skill_stats set ${column} = ${value}`
const flag = (reason: string) => `
  insert into private.rating_flags (agent_id, rating_id, reason) select agent_id, id, ${reason} from public.ratings`
const key = (hash: string, prefix: string) => `
  insert into private.agent_keys (agent_id, key_hash, key_prefix)
  select id, ${hash}, ${prefix} from public.agents limit 1`

const logged = (reason: string) =>
  `insert into admin.audit_log (role, action, reason) values ('postgres', 'hide_review', ${reason})`

/** For each constraint, what it alone refuses. */
const BURGLARS: [constraint: string, statement: string][] = [
  ['agents_agent_name_clean', agent('agent_name', "' Bob'")],
  ['agents_agent_name_clean', agent('agent_name', String.raw`E'Bob\u0065\u0301'`)],
  ['agents_agent_name_length', agent('agent_name', "'B'")],
  ['agents_agent_name_length', agent('agent_name', "repeat('b', 51)")],
  ['agents_agent_description_clean', agent('agent_description', "'Described '")],
  ['agents_agent_description_length', agent('agent_description', "repeat('d', 2001)")],
  ['agents_agent_description_length', agent('agent_description', "''")],
  ['agents_email_length', agent('email', "repeat('e', 250) || '@b.co'")],
  ['agents_email_address', agent('email', "'nobody'")],
  ['agent_keys_key_hash_length', key("'short'", "'claw_00000000'")],
  ['agent_keys_key_prefix_shape', key("extensions.digest('x', 'sha256')", "'claw_0000000'")],
  ['agent_keys_key_prefix_shape', key("extensions.digest('x', 'sha256')", "'claw_000000000'")],
  ['skills_name_clean', newSkillWith('name', "'Another '")],
  ['skills_name_length', newSkillWith('name', "repeat('n', 201)")],
  ['skills_name_length', newSkillWith('name', "''")],
  [
    'skills_slug_shape',
    "insert into public.skills (name, slug, description, type) values ('N', 'N', 'D', 'mcp')",
  ],
  [
    'skills_slug_shape',
    "insert into public.skills (name, slug, description, type) values ('N', '', 'D', 'mcp')",
  ],
  [
    'skills_slug_shape',
    "insert into public.skills (name, slug, description, type) values ('N', repeat('n', 101), 'D', 'mcp')",
  ],
  ['skills_description_clean', newSkillWith('description', "' D'")],
  ['skills_description_length', newSkillWith('description', "repeat('d', 5001)")],
  ['skills_description_length', newSkillWith('description', "''")],
  ['skills_type_known', newSkillWith('type', "'MCP'")],
  ['skills_url_length', newSkillWith('url', "'https://example.com/' || repeat('u', 2048)")],
  ['skills_url_address', newSkillWith('url', "'javascript:alert(1)'")],
  ['skills_merged_retired', 'update public.skills set merged_into = gen_random_uuid()'],
  ['skills_merged_retired', 'update public.skills set merged_into = id, retired_at = now()'],
  ['audit_log_reason_clean', logged("'Spam '")],
  ['audit_log_reason_length', logged("''")],
  ['audit_log_reason_length', logged("repeat('s', 1001)")],
  ['audit_log_reason_discreet', logged("'Wrote claw_0123456789abcdef'")],
  ['audit_log_reason_discreet', logged("'Ask ada@mail.example'")],
  ['ratings_claws_range', rating('claws', '0')],
  ['ratings_claws_range', rating('claws', '6')],
  ['ratings_reliability_range', rating('reliability', '-0.1')],
  ['ratings_security_range', rating('security', '100.1')],
  ['ratings_speed_range', rating('speed', "'NaN'")],
  ['ratings_commentary_clean', rating('commentary', "'Said '")],
  ['ratings_commentary_length', rating('commentary', "repeat('s', 10001)")],
  ['ratings_commentary_length', rating('commentary', "''")],
  ['rating_flags_reason_clean', flag("'Wrong '")],
  ['rating_flags_reason_length', flag("repeat('w', 1001)")],
  ['rating_flags_reason_length', flag("''")],
  ['skill_stats_total', stats('total_ratings', 'total_ratings + 1')],
  ['skill_stats_sum', stats('claws_sum', 'claws_sum + 1')],
  ['skill_stats_not_negative', stats('speed_count', '-1')],
]

describe('each CHECK refuses what every rule before it let pass:', () => {
  test.each(BURGLARS)('%s: %s', async (constraint, statement) => {
    await rolledBack(database.owner, async (tx) => {
      // It checks most of this first, and a start from a copy of the data does without it.
      for (const table of ['public.agents', 'public.skills', 'public.ratings', 'private.rating_flags']) {
        await tx.unsafe(`alter table ${table} disable trigger check_text`)
      }
      const error = await attempt(tx, (inner) => inner.unsafe(statement))
      expect([error?.code, error?.constraint_name]).toEqual(['23514', constraint])
    })
  })

  test('none is without its burglar, but the one that no address can break alone', async () => {
    const rows = await database.admin<{ conname: string }[]>`
      select conname from pg_constraint
      where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace) order by conname`
    const tried = new Set([...BURGLARS.map(([constraint]) => constraint), 'agents_email_clean'])
    expect(rows.map(({ conname }) => conname)).toEqual([...tried].sort())
  })
})

test.each([
  ['agents_name_key_unique', "insert into public.agents (agent_name) values ('ＡＤＡ')"],
  ['agent_keys_key_hash_unique', key('(select key_hash from private.agent_keys limit 1)', "'claw_00000000'")],
  [
    'skills_slug_unique',
    "insert into public.skills (name, slug, description, type) values ('Other', 'the-skill', 'D', 'mcp')",
  ],
  [
    'skills_name_key_unique',
    "insert into public.skills (name, slug, description, type) values ('THE  SKILL', 'other', 'D', 'mcp')",
  ],
  [
    'ratings_one_per_agent_and_skill',
    'insert into public.ratings (skill_id, agent_id, claws) select skill_id, agent_id, 1 from public.ratings',
  ],
  ['rating_flags_pkey', `${flag("'Wrong.'")}; ${flag("'Once more.'")}`],
])('nothing is there twice: %s', async (constraint, statement) => {
  await rolledBack(database.owner, async (tx) => {
    const error = await attempt(tx, (inner) => inner.unsafe(statement))
    expect([error?.code, error?.constraint_name]).toEqual(['23505', constraint])
  })
})

test('no column can be empty but those that may be', async () => {
  const columns = await database.admin<{ column: string }[]>`
    select a.attrelid::regclass || '.' || a.attname as column
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)
      and a.attnum > 0 and not a.attisdropped and not a.attnotnull`
  expect(columns.map(({ column }) => column).sort()).toEqual([
    'admin.audit_log.agent_id',
    'admin.audit_log.dashboard_user',
    'admin.audit_log.rating_id',
    'admin.audit_log.reason',
    'admin.audit_log.skill_id',
    'agents.agent_description',
    'agents.email',
    'private.agent_keys.last_used_at',
    'private.agent_keys.revoked_at',
    'private.hidden_reviews.commentary',
    'ratings.commentary',
    'ratings.reliability',
    'ratings.security',
    'ratings.speed',
    'skill_stats.type',
    'skills.merged_into',
    'skills.retired_at',
    'skills.submitted_by',
    'skills.url',
  ])
})

test('every row has an identity, and what it refers to is there; what goes takes with it what says so', async () => {
  const keys = await database.admin<{ key: string }[]>`
    select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) as key from pg_constraint
    where contype in ('p', 'f') and connamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)`
  expect(keys.map((row) => row.key).sort()).toEqual([
    'admin.audit_log PRIMARY KEY (id)',
    'agents PRIMARY KEY (id)',
    'private.agent_keys FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE',
    'private.agent_keys PRIMARY KEY (id)',
    'private.hidden_reviews FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE',
    'private.hidden_reviews FOREIGN KEY (skill_id) REFERENCES skill_stats(skill_id) ON DELETE CASCADE',
    'private.hidden_reviews PRIMARY KEY (skill_id, agent_id)',
    'private.rating_flags FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE',
    'private.rating_flags FOREIGN KEY (rating_id) REFERENCES ratings(id) ON DELETE CASCADE',
    'private.rating_flags PRIMARY KEY (rating_id, agent_id)',
    'ratings FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE',
    'ratings FOREIGN KEY (skill_id) REFERENCES skills(id) ON DELETE CASCADE',
    'ratings PRIMARY KEY (id)',
    'skill_stats FOREIGN KEY (skill_id) REFERENCES skills(id) ON DELETE CASCADE',
    'skill_stats PRIMARY KEY (skill_id)',
    'skills FOREIGN KEY (merged_into) REFERENCES skills(id) ON DELETE CASCADE',
    'skills FOREIGN KEY (submitted_by) REFERENCES agents(id) ON DELETE SET NULL',
    'skills PRIMARY KEY (id)',
  ])
})

describe('on a project whose defaults give everybody everything, in every schema', () => {
  let open: OwnDatabase

  beforeAll(async () => {
    const everybody = 'public, anon, authenticated, service_role'
    open = await ownDatabase({
      before: `
        alter default privileges grant usage on schemas to public;
        alter default privileges grant all on tables to ${everybody};
        alter default privileges grant execute on functions to ${everybody};`,
    })
    return open.drop
  })

  /** What the migrations take back by name: everything the Data API can reach, and every table and view that it cannot. */
  const rights = (sql: postgres.Sql) => sql<{ name: string; acl: string }[]>`
    select c.oid::regclass::text as name, acl::text
    from pg_class as c, unnest(c.relacl) as acl
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace) and c.relkind in ('r', 'v')
    union all
    select p.oid::regprocedure::text, acl::text from pg_proc as p, unnest(p.proacl) as acl
    where p.pronamespace = 'public'::regnamespace
    union all
    select n.nspname, acl::text from pg_namespace as n, unnest(n.nspacl) as acl where n.nspname in ('private', 'admin')
    order by name, acl`

  test('the migrations leave the rights that are granted by name, and no others', async () => {
    expect(await rights(open.admin)).toEqual(await rights(database.admin))
  })
})

test.each([
  [
    'rates many skills',
    (ids: string[]) => database.owner`insert into public.ratings (skill_id, agent_id, claws)
      select id, ${ada.id}, 5 from public.skills where id = any(${ids}) order by md5(id::text)`,
  ],
  [
    'changes the type of many skills',
    (ids: string[]) => database.owner`update public.skills set type = 'github' where id = any(${ids})`,
  ],
])(
  'a statement that %s locks their aggregates in the order of their ids, whatever its own',
  async (what, statement) => {
    const skills: string[] = []
    for (let i = 0; i < 12; i++)
      skills.push((await newSkill(database, ada, `Skill ${i} that one ${what}`)).id)
    skills.sort()
    const middle = skills[6] ?? ''
    const other = await openTransaction(database.admin)
    await other.sql`select from public.skill_stats where skill_id = ${middle} for update`
    const rater = await openTransaction(database.owner)
    const rated = refusal(Promise.resolve(rater.sql`${statement(skills)}`))
    await untilBlocked(database.owner, rater.pid)
    // Those below the one it waits for are its own by now, and of those above none is.
    const free = await database.owner<{ skill_id: string }[]>`
    select skill_id from public.skill_stats where skill_id = any(${skills}) for update skip locked`
    expect(free.map((row) => row.skill_id).sort()).toEqual(skills.slice(7))
    await other.rollback()
    expect(await rated).toBeUndefined()
    await rater.rollback()
  },
)

describe('updated_at of a skill', () => {
  const edit = async (tx: Transaction, assignment: string) => {
    const [row] = await tx.unsafe<{ at: string; later: boolean }[]>(
      `update public.skills set ${assignment} where id = $1 returning updated_at::text as at, updated_at > now() as later`,
      [skill.id],
    )
    if (!row) throw new Error('The skill is gone.')
    return row
  }

  test.each(["name = 'Renamed'", "description = 'Edited'", "type = 'github'", "url = 'https://example.com'"])(
    'is moved by an edit: %s, and by each of several in one transaction',
    async (assignment) => {
      await rolledBack(database.owner, async (tx) => {
        const first = await edit(tx, assignment)
        expect(first.later).toBe(true)
        expect((await edit(tx, assignment)).at > first.at).toBe(true)
      })
    },
  )

  test('never goes back, not even when the clock does', async () => {
    await rolledBack(database.owner, async (tx) => {
      const future = await edit(tx, "updated_at = '2100-01-01'")
      expect((await edit(tx, "name = 'Renamed'")).at).toBe(future.at)
    })
  })
})

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

test('an address holds no character that cannot be seen', async () => {
  const refused = await database.owner<{ code: number }[]>`
    select code from generate_series(1, x'ffff'::integer) as code
    where code not between x'd800'::integer and x'dfff'::integer
      and not private.is_http_url('https://a.b/c' || chr(code) || 'd')
    order by code`
  expect(refused.map(({ code }) => code)).toEqual([
    ...range(0x01, 0x20),
    ...range(0x7f, 0xa0),
    0xad,
    0x1680,
    ...range(0x2000, 0x200b),
    ...range(0x2028, 0x202f),
    0x205f,
    0x2060,
    ...range(0x2066, 0x2069),
    0x3000,
    0xfeff,
  ])
})

test('a search sees neither accents nor what only changes how a character is drawn', async () => {
  const unseen = [
    ...range(0x0300, 0x036f),
    ...range(0x180b, 0x180d),
    0x180f,
    0x200c,
    0x200d,
    ...range(0xfe00, 0xfe0f),
    ...range(0xe0100, 0xe01ef),
  ]
  const seen = await database.owner`
    select code from unnest(${unseen}::integer[]) as code where private.fold_text('x' || chr(code) || 'y') <> 'xy'`
  expect(seen).toEqual([])
})

test('every white space of Unicode parts the words of a search', async () => {
  const spaces = [
    ...range(0x09, 0x0d),
    0x20,
    0x85,
    0xa0,
    0x1680,
    ...range(0x2000, 0x200a),
    0x2028,
    0x2029,
    0x202f,
    0x205f,
    0x3000,
  ]
  const joined = await database.owner`
    select code, private.search_words('xx' || chr(code) || 'y') as words from unnest(${spaces}::integer[]) as code
    where private.search_words('xx' || chr(code) || 'y') <> array['xx', 'y']`
  expect(joined).toEqual([])
})

const ID = '123e4567-e89b-42d3-a456-426614174000'
test.each([`x${ID}`, `${ID}x`, `x ${ID}`, ''])(
  'a skill is not there by %j, which only holds the shape of an id',
  async (wanted) => {
    const error = await refusal(request(database.owner, {}, 'get_skill', { p_skill: wanted }))
    expect([error?.code, error?.message]).toEqual(['PT404', 'skill_not_found'])
  },
)

test.each([
  [' bb  a\u3000bb', ['a', 'bb']],
  ['\uffe3', null],
  [' ', null],
])('of %j the words alone are searched for, each once: %j', async (search, words) => {
  const [row] = await database.owner`select private.search_words(${search}) as words`
  expect(row?.words).toEqual(words)
})

describe('a rating that meets a deadlock', () => {
  // Patient, so that the rating is the one that notices, after the second that Postgres waits before it looks.
  let patient: postgres.Sql
  beforeAll(() => {
    patient = connect('admin', database.name, 1, { deadlock_timeout: '60s' })
    return () => patient.end({ timeout: 1 })
  })

  /** A first rating that waits for the aggregates, which whoever takes the locks the other way round has. */
  async function waitingRating(name: string) {
    const agent = await newAgent(database, name)
    const rater = await openTransaction(database.owner)
    await rater.become(agent.key)
    const other = await openTransaction(patient)
    await other.sql`select from public.skill_stats where skill_id = ${skill.id} for update`
    let isOver = false
    const code = refusal(
      Promise.resolve(rater.sql`select public.submit_rating(p_skill_id => ${skill.id}, p_claws => 1)`),
    ).then((error) => {
      isOver = true
      return error?.code
    })
    await untilBlocked(database.owner, rater.pid)
    return { agent, rater, other, code, isOver: () => isOver }
  }

  /** The try of the rating that a backend waits for; undefined when it waits for none. */
  async function awaited(backend: number): Promise<string | undefined> {
    const [row] = await database.admin`
      select transactionid::text as try from pg_locks where pid = ${backend} and locktype = 'transactionid' and not granted`
    return row?.try
  }

  test('once is tried again, and counted', async () => {
    const { agent, rater, other, code } = await waitingRating('Once')
    const waiting = refusal(
      Promise.resolve(other.sql`select from public.agents where id = ${agent.id} for update`),
    )
    await untilBlocked(database.admin, other.pid)
    const first = await awaited(other.pid)
    expect(first).toBeDefined()
    const deadline = Date.now() + 10_000
    while ((await awaited(other.pid)) === first && Date.now() < deadline);
    // The first try was given up just now. The other goes before the next meets it again.
    await database.admin`select pg_cancel_backend(${other.pid})`
    await waiting
    await other.rollback()
    expect(await code).toBeUndefined()
    await rater.rollback()
  })

  test('twice is given up, and not tried for ever', async () => {
    const { agent, rater, other, code, isOver } = await waitingRating('Twice')
    await other.sql`select from public.agents where id = ${agent.id} for update`
    // The second try is either quicker, and has met the other again by now, or it waits for the agent.
    await untilBlocked(database.owner, rater.pid).catch((error) => {
      if (!isOver()) throw error
    })
    if (!isOver()) await other.sql`select from public.skills where id = ${skill.id} for update`
    await other.rollback()
    expect(await code).toBe('40P01')
    await rater.rollback()
  })
})
