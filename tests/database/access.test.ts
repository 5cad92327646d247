import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  as,
  attempt,
  become,
  newAgent,
  newSkill,
  type Role,
  refusal,
  rolledBack,
  type Skill,
  type Transaction,
} from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

/**
 * What each role may do to each table, tried column by column and verb by verb. What is not listed must be refused, so a new
 * column or table is out of reach until it is listed here.
 */

type Rights = {
  select?: string[] | 'all'
  insert?: string[] | 'all'
  update?: string[] | 'all'
  delete?: true
}

const CALLER: Record<string, Rights> = {
  'public.agents': { select: ['id', 'agent_name', 'agent_description', 'created_at'] },
  'public.skills': { select: 'all', insert: ['name', 'description', 'type', 'url'] },
  'public.ratings': {
    select: 'all',
    insert: ['skill_id', 'claws', 'reliability', 'security', 'speed', 'commentary'],
    update: ['claws', 'reliability', 'security', 'speed', 'commentary'],
    // Its own alone, which the policy says.
    delete: true,
  },
  'public.skill_stats': { select: 'all' },
  'public.skill_catalogue': { select: 'all' },
  'public.skill_ratings': { select: 'all' },
  // What a search reads as its caller.
  'private.skill_documents': { select: 'all' },
  'private.vocabulary': { select: 'all' },
  // Those of a skill's ratings, which public.list_ratings and public.get_skill read as their caller.
  'private.all_skills': { select: 'all' },
  'private.newest_ratings': { select: 'all' },
  'private.oldest_ratings': { select: 'all' },
}

const DASHBOARD: Record<string, Rights> = {
  'public.agents': { select: 'all', insert: 'all', update: 'all', delete: true },
  'public.skills': { select: 'all', insert: 'all', update: 'all', delete: true },
  'public.ratings': { select: 'all', insert: 'all', update: 'all', delete: true },
  'public.skill_stats': { select: 'all' },
  'public.skill_catalogue': { select: 'all' },
  'public.skill_ratings': { select: 'all' },
  'private.all_skills': { select: 'all' },
  // What the views for admins read as their caller.
  'private.hidden_reviews': { select: 'all' },
  'private.rating_flags': { select: 'all' },
  'admin.audit_log': { select: 'all' },
  'admin.flagged_reviews': { select: 'all' },
  'admin.hidden_reviews': { select: 'all' },
  'admin.newest_agents': { select: 'all' },
  'admin.rating_bursts': { select: 'all' },
  'admin.retired_skills': { select: 'all' },
}

const RIGHTS: Record<Role, Record<string, Rights>> = {
  anon: CALLER,
  authenticated: CALLER,
  service_role: DASHBOARD,
}

const UNKNOWN_KEY = `claw_${'0'.repeat(56)}`

let database: OwnDatabase
let ada: Agent
let bob: Agent
let revoked: Agent
let skill: Skill
let other: Skill

beforeAll(async () => {
  database = await ownDatabase()
  ada = await newAgent(database, 'Ada')
  bob = await newAgent(database, 'Bob')
  revoked = await newAgent(database, 'Revoked')
  await database.owner`select admin.revoke_key(${revoked.key}, 'Leaked.')`
  skill = await newSkill(database, ada, 'Skill')
  other = await newSkill(database, ada, 'Other')
  await as(
    database.owner,
    { key: ada.key },
    (tx) => tx`insert into ratings (skill_id, claws) values (${skill.id}, 4)`,
  )
  await as(
    database.owner,
    { key: bob.key },
    (tx) => tx`insert into ratings (skill_id, claws) values (${skill.id}, 2)`,
  )
  return database.drop
})

describe.each<{ role: Role; key: string; value: () => string | undefined }>([
  { role: 'anon', key: 'no key', value: () => undefined },
  { role: 'anon', key: 'a valid key', value: () => ada.key },
  { role: 'anon', key: 'a revoked key', value: () => revoked.key },
  { role: 'authenticated', key: 'no key', value: () => undefined },
  { role: 'authenticated', key: 'a valid key', value: () => ada.key },
  { role: 'service_role', key: 'no key', value: () => undefined },
  { role: 'service_role', key: 'a valid key', value: () => ada.key },
])('$role with $key', ({ role, value }) => {
  test('may do to each column and table what is listed, and nothing else', async () => {
    const tables = await database.admin<{ name: string; isView: boolean; columns: string[] }[]>`
      select n.nspname || '.' || c.relname as name, c.relkind = 'v' as "isView", array_agg(a.attname::text) as columns
      from pg_class as c
      join pg_namespace as n on n.oid = c.relnamespace
      join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname in ('public', 'private', 'admin') and c.relkind in ('r', 'p', 'v', 'm', 'f')
      group by n.nspname, c.oid`
    expect(tables.map((table) => table.name)).toEqual(
      expect.arrayContaining([...Object.keys(RIGHTS[role]), 'private.agent_keys']),
    )

    await rolledBack(database.owner, async (tx) => {
      await become(tx, { role, key: value() })
      const isAllowed = async (statement: string) => {
        const error = await attempt(tx, (inner) => inner.unsafe(statement))
        return !(error?.code === '42501' && error.message.startsWith('permission denied'))
      }
      const found: Record<string, unknown> = {}
      const listed: Record<string, unknown> = {}
      for (const { name, isView, columns } of tables) {
        const rights = RIGHTS[role][name] ?? {}
        const listedColumns = (right: string[] | 'all' = []) => (right === 'all' ? columns : right).toSorted()
        const allowedColumns = async (statement: (column: string) => string) => {
          const allowed: string[] = []
          for (const column of columns) if (await isAllowed(statement(column))) allowed.push(column)
          return allowed.sort()
        }
        listed[name] = {
          select: listedColumns(rights.select),
          insert: listedColumns(rights.insert),
          update: listedColumns(rights.update),
          delete: rights.delete ?? false,
          truncate: false,
        }
        const select = await allowedColumns((column) => `select ${column} from ${name} limit 0`)
        // These views take no inserts and updates from anyone: the next test reads their grants.
        found[name] = isView
          ? { select, insert: [], update: [], delete: false, truncate: false }
          : {
              select,
              insert: await allowedColumns((column) => `insert into ${name} (${column}) values (default)`),
              update: await allowedColumns((column) => `update ${name} set ${column} = default where false`),
              delete: await isAllowed(`delete from ${name} where false`),
              truncate: await isAllowed(`truncate ${name} cascade`),
            }
      }
      expect(found).toEqual(listed)
    })
  })

  test('holds no other privilege: no TRUNCATE, REFERENCES, TRIGGER or MAINTAIN, no right on a view but to read', async () => {
    const granted = await database.admin<{ name: string; privilege: string }[]>`
      select n.nspname || '.' || c.relname as name, p.privilege
      from pg_class as c
      join pg_namespace as n on n.oid = c.relnamespace,
      unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) as p (privilege)
      where n.nspname in ('public', 'private', 'admin') and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and has_table_privilege(${role}, c.oid, p.privilege)`
    for (const { name, privilege } of granted) {
      const right = RIGHTS[role][name]?.[privilege.toLowerCase() as keyof Rights]
      expect(right, `${privilege} on ${name}`).toSatisfy((value) => value === 'all' || value === true)
    }
  })

  test('may create nothing', async () => {
    await rolledBack(database.owner, async (tx) => {
      await become(tx, { role, key: value() })
      for (const schema of ['public', 'private', 'admin', 'extensions']) {
        const error = await attempt(tx, (inner) =>
          inner.unsafe(`create table ${schema}.planted (id integer)`),
        )
        expect(error?.code, schema).toBe('42501')
      }
    })
  })
})

describe.each<{ role: Role }>([{ role: 'anon' }, { role: 'authenticated' }])('$role', ({ role }) => {
  const expectDenied = async (key: string | undefined, statement: string, parameters: string[] = []) => {
    const error = await refusal(as(database.owner, { role, key }, (tx) => tx.unsafe(statement, parameters)))
    expect(error?.code, statement).toBe('42501')
  }

  test.each([
    'select email from public.agents',
    'select * from public.agents',
    'select name_key from public.agents',
    'select a from public.agents as a',
    "select 1 from public.agents where email = 'a@example.com'",
    'select id from public.agents order by email',
    'select count(email) from public.agents',
    "update public.agents set agent_description = 'mine'",
    "insert into public.agents (agent_name) values ('Mallory')",
    'delete from public.agents',
    'select key_hash from private.agent_keys',
    'select * from private.agent_keys',
    'select count(*) from private.agent_keys',
    'update private.agent_keys set revoked_at = null',
    "select admin.revoke_key('claw_00000000', 'Leaked.')",
    'select * from private.stats_differences()',
    'select private.generate_key()',
    'select * from private.recomputed_stats',
    'select * from private.hidden_reviews',
    'select * from private.rating_flags',
    'select * from admin.audit_log',
    'select * from admin.flagged_reviews',
    'select * from admin.rating_bursts',
    'select * from admin.newest_agents',
    "select admin.hide_review(id, 'Mine.') from public.ratings",
    "select admin.retire_skill('skill', 'Mine.')",
    "select admin.merge_skills('other', 'skill', 'Reason.')",
    "select admin.revoke_keys('Bob', 'Reason.')",
    'update public.skills set retired_at = now()',
    'update public.skills set merged_into = id',
    'delete from public.skills',
    'select * from private.rating_flags',
    "insert into private.rating_flags (reason) values ('mine')",
    'delete from private.rating_flags',
    "update public.skills set description = 'worse'",
    'update public.skill_stats set total_ratings = 1000',
    'insert into public.skill_stats (skill_id) values (gen_random_uuid())',
    'alter table public.ratings disable row level security',
    'drop table public.ratings',
    "copy public.agents to program 'true'",
  ])('with a valid key is refused: %s', async (statement) => {
    await expectDenied(ada.key, statement)
  })

  test('is no member of a role that may do more', async () => {
    const roles = await database.admin`
      select rolname from pg_roles where rolname <> ${role} and pg_has_role(${role}, oid, 'member')`
    expect(roles).toEqual([])
  })

  test('reads skills, ratings and the public columns of agents without a key', async () => {
    await as(database.owner, { role }, async (tx) => {
      expect(await tx`select id, agent_name, agent_description, created_at from public.agents`).toHaveLength(
        3,
      )
      expect(await tx`select * from public.skills`).toHaveLength(2)
      expect(await tx`select * from public.ratings`).toHaveLength(2)
      expect(await tx`select * from public.skill_stats`).toHaveLength(2)
      expect(await tx`select * from public.skill_catalogue`).toHaveLength(2)
      expect(await tx`select * from public.skill_ratings`).toHaveLength(2)
    })
  })

  test.each([
    ['no key', () => undefined],
    ['an unknown key', () => UNKNOWN_KEY],
    ['a revoked key', () => revoked.key],
    ['an empty key', () => ''],
    ['half a key', () => ada.key.slice(0, 30)],
    ['a key in upper case', () => ada.key.toUpperCase()],
    ['the hash of a key', () => '\\x00'],
  ])('with %s can neither rate nor submit straight into the tables', async (_, key) => {
    await expectDenied(key(), 'insert into public.ratings (skill_id, claws) values ($1, 1)', [other.id])
    await expectDenied(
      key(),
      "insert into public.skills (name, description, type) values ('New', 'New', 'mcp')",
    )
    const changed = await as(
      database.owner,
      { role, key: key() },
      (tx) => tx`update public.ratings set claws = 1 returning id`,
    )
    expect(changed).toHaveLength(0)
    const deleted = await as(
      database.owner,
      { role, key: key() },
      (tx) => tx`delete from public.ratings returning id`,
    )
    expect(deleted).toHaveLength(0)
  })

  test('cannot rate in another agent’s name', async () => {
    await expectDenied(ada.key, 'insert into public.ratings (skill_id, agent_id, claws) values ($1, $2, 1)', [
      other.id,
      bob.id,
    ])
    // Not even its own id can be given: the column is out of reach.
    await expectDenied(ada.key, 'insert into public.ratings (skill_id, agent_id, claws) values ($1, $2, 1)', [
      other.id,
      ada.id,
    ])
  })

  test('cannot submit in another agent’s name', async () => {
    const insert = `insert into public.skills (name, description, type, submitted_by) values ('New', 'New', 'mcp', $1)`
    await expectDenied(ada.key, insert, [bob.id])
    await expectDenied(ada.key, insert, [ada.id])
  })

  test('cannot replace another agent’s rating, and a rating cannot be moved or given away', async () => {
    const changed = await as(
      database.owner,
      { role, key: ada.key },
      (tx) => tx`update public.ratings set claws = 1 where agent_id = ${bob.id} returning id`,
    )
    expect(changed).toHaveLength(0)
    const [kept] = await database.owner`select claws from public.ratings where agent_id = ${bob.id}`
    expect(kept?.claws).toBe(2)
    await expectDenied(ada.key, 'update public.ratings set skill_id = $1', [other.id])
    await expectDenied(ada.key, 'update public.ratings set agent_id = $1', [bob.id])
    await expectDenied(
      ada.key,
      `insert into public.ratings (skill_id, claws) values ($1, 5)
       on conflict (skill_id, agent_id) do update set skill_id = $2`,
      [skill.id, other.id],
    )
  })

  test.each([
    ['ratings', 'id', 'gen_random_uuid()'],
    ['ratings', 'created_at', "'2000-01-01'"],
    ['ratings', 'updated_at', "'2100-01-01'"],
  ])('cannot write %s.%s, neither new nor in place', async (table, column, value) => {
    await expectDenied(
      ada.key,
      `insert into public.${table} (skill_id, claws, ${column}) values ($1, 3, ${value})`,
      [other.id],
    )
    await expectDenied(ada.key, `update public.${table} set ${column} = ${value}`)
  })

  test.each([
    ['id', 'gen_random_uuid()'],
    ['slug', "'mine'"],
    ['created_at', "'2000-01-01'"],
    ['updated_at', "'2100-01-01'"],
    ['submitted_by', 'null'],
    ['name_key', 'default'],
    ['retired_at', 'now()'],
    ['merged_into', 'null'],
  ])('cannot write skills.%s', async (column, value) => {
    await expectDenied(
      ada.key,
      `insert into public.skills (name, description, type, ${column}) values ('New', 'New', 'mcp', ${value})`,
    )
  })

  test('with a valid key, a row put straight into ratings or skills belongs to the caller', async () => {
    await rolledBack(database.owner, async (tx) => {
      await become(tx, { role, key: bob.key })
      const [rating] = await tx`
        insert into public.ratings (skill_id, claws, reliability) values (${other.id}, 5, 99.5) returning agent_id`
      const [made] = await tx`
        insert into public.skills (name, description, type) values ('By Bob', 'New', 'mcp') returning submitted_by, slug`
      expect(rating?.agent_id).toBe(bob.id)
      expect(made).toEqual({ submitted_by: bob.id, slug: 'by-bob' })
      const [stats] =
        await tx`select total_ratings, claws_5 from public.skill_stats where skill_id = ${other.id}`
      expect(stats).toEqual({ total_ratings: 1, claws_5: 1 })
    })
  })

  test('with a valid key, an update of all ratings reaches its own alone', async () => {
    await rolledBack(database.owner, async (tx) => {
      await become(tx, { role, key: bob.key })
      const changed = await tx`update public.ratings set claws = 1 returning agent_id`
      expect(changed).toEqual([{ agent_id: bob.id }])
    })
  })

  test('with a valid key takes back its own rating alone, straight from the table, and the aggregates follow', async () => {
    await rolledBack(database.owner, async (tx) => {
      await become(tx, { role, key: bob.key })
      expect(await tx`delete from public.ratings where agent_id = ${ada.id} returning id`).toEqual([])
      expect(await tx`delete from public.ratings returning agent_id`).toEqual([{ agent_id: bob.id }])
      const [stats] =
        await tx`select total_ratings, claws_2 from public.skill_stats where skill_id = ${skill.id}`
      expect(stats).toEqual({ total_ratings: 1, claws_2: 0 })
    })
  })

  test.each([
    ['no key', () => undefined],
    ['a revoked key', () => revoked.key],
  ])('with %s cannot flag, not even by the function that writes flags', async (_, key) => {
    const flag = (tx: Transaction) =>
      tx`select private.write_flag(id, 'Planted.') from public.ratings limit 1`
    const error = await refusal(as(database.owner, { role, key: key() }, flag))
    expect(error?.code).toBe('PT401')
  })

  test('whoever has two agents’ keys in turn on one connection is each time the one whose key came', async () => {
    for (const agent of [ada, bob, ada]) {
      const [row] = await as(
        database.owner,
        { role, key: agent.key },
        (tx) => tx`select private.current_agent_id() as id`,
      )
      expect(row?.id).toBe(agent.id)
    }
    const [row] = await as(database.owner, { role }, (tx) => tx`select private.current_agent_id() as id`)
    expect(row?.id).toBeNull()
  })
})

test('the dashboard edits agents, skills and ratings, and the aggregates follow', async () => {
  await rolledBack(database.owner, async (tx) => {
    await become(tx, { role: 'service_role' })
    const [agent] =
      await tx`insert into public.agents (agent_name, email) values ('By hand', 'a@example.com') returning *`
    const [made] = await tx`
      insert into public.skills (name, description, type) values ('By hand', 'New', 'other') returning id, submitted_by`
    await tx`insert into public.ratings (skill_id, agent_id, claws) values (${made?.id}, ${agent?.id}, 3)`
    await tx`update public.ratings set claws = 5 where agent_id = ${agent?.id}`
    await tx`update public.skills set description = 'Better' where id = ${made?.id}`
    await tx`update public.agents set email = null where id = ${agent?.id}`
    expect(made?.submitted_by).toBeNull()
    expect(
      (await tx`select claws_sum from public.skill_stats where skill_id = ${made?.id}`)[0]?.claws_sum,
    ).toBe('5')
    await tx`delete from public.ratings where agent_id = ${agent?.id}`
    expect(
      (await tx`select total_ratings from public.skill_stats where skill_id = ${made?.id}`)[0]?.total_ratings,
    ).toBe(0)
    await tx`delete from public.skills where id = ${made?.id}`
    await tx`delete from public.agents where id = ${agent?.id}`
  })
})

test('anon and authenticated may call the functions of the routes, and nobody else may', async () => {
  const functions = await database.admin<{ name: string; roles: string[] }[]>`
    select p.proname as name, array_agg(r.rolname::text order by r.rolname) as roles
    from pg_proc as p, pg_roles as r
    where p.pronamespace = 'public'::regnamespace and r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
      and has_function_privilege(r.oid, p.oid, 'execute')
    group by p.oid order by name`
  expect(functions).toEqual(
    [
      ...['delete_own_rating', 'update_me', 'flag_rating', 'get_me', 'get_own_rating', 'get_skill', 'health'],
      ...['list_ratings', 'list_skills', 'create_key', 'register_agent', 'revoke_current_key'],
      ...['submit_rating', 'submit_skill'],
    ].map((name) => ({ name, roles: ['anon', 'authenticated'] })),
  )
})
