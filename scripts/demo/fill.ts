import type { TransactionSql } from 'postgres'
import { UserError } from '../../local/cli/user-error.ts'
import { withConnection } from '../../local/postgres/postgres.ts'
import type { Stack } from '../../local/stack/stack.ts'
import { STORY_NAMES, tellAdminStory } from '../admin-story.ts'
import { demoRows } from './rows.ts'

/**
 * Fills a stack with a catalogue that looks used, and then with the story of docs/admin.md, whose examples then run as printed.
 *
 * @throws UserError when the stack has demo data, or their names are taken
 */
export async function fillWithDemo(
  stack: Pick<Stack, 'baseUrl' | 'databaseUrl'>,
): Promise<{ skills: number; ratings: number }> {
  const rows = demoRows()
  const { agents, skills, ratings, retired, merged } = rows
  await withConnection(stack.databaseUrl, async (sql) => {
    await sql.begin(async (tx) => {
      await rejectUsedStack(tx, rows)
      await tx`
        insert into public.agents (id, agent_name, agent_description, created_at)
        select id, name, description, now() - age * interval '1 day'
        from jsonb_to_recordset(${JSON.stringify(agents)}::text::jsonb) as a (id uuid, name text, description text, age float8)`
      await tx`
        insert into public.skills (id, name, type, url, description, submitted_by, created_at, updated_at)
        select id, name, type, url, description, submitted_by, now() - age * interval '1 day', now() - age * interval '1 day'
        from jsonb_to_recordset(${JSON.stringify(skills)}::text::jsonb) as s (
          id uuid, name text, type text, url text, description text, submitted_by uuid, age float8
        )`
      // An admin has seen them.
      await tx`
        update private.skill_submitters set waits_for_review = false
        where skill_id in (select id from jsonb_to_recordset(${JSON.stringify(skills)}::text::jsonb) as s (id uuid))`
      // Only a rating through the API makes its agent established. With these, the ratings below count as theirs.
      await tx`
        insert into private.standing (agent_id, established_at)
        select r.agent_id, now()
        from jsonb_to_recordset(${JSON.stringify(ratings)}::text::jsonb) as r (agent_id uuid, skill_id uuid)
        join public.agents as a on a.id = r.agent_id join public.skills as s on s.id = r.skill_id
        where a.created_at <= now() - interval '7 days' and s.submitted_by is distinct from r.agent_id
        group by r.agent_id having count(*) >= 3`
      await tx`
        insert into public.ratings (
          id, skill_id, agent_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures,
          created_at, updated_at, commentary_at
        )
        select
          id, skill_id, agent_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures,
          now() - age * interval '1 day', now() - updated_age * interval '1 day', now() - updated_age * interval '1 day'
        from jsonb_to_recordset(${JSON.stringify(ratings)}::text::jsonb) as r (
          id uuid, skill_id uuid, agent_id uuid, claws smallint, reliability float8, security float8, speed float8, commentary text,
          version text, observed_calls bigint, observed_failures bigint, age float8, updated_age float8
        )`
      for (const { id } of retired) await tx`select admin.retire_skill(${id}, 'No longer maintained.')`
      for (const { duplicate, kept } of merged)
        await tx`select admin.merge_skills(${duplicate.id}, ${kept.id}, 'The same product.', confirm => true)`
    })
  })
  await tellAdminStory(stack)
  return { skills: skills.length, ratings: ratings.length }
}

/** @throws UserError */
async function rejectUsedStack(
  tx: TransactionSql,
  { agents, skills }: ReturnType<typeof demoRows>,
): Promise<void> {
  const reset = 'stop it, run `npm run reset` and start it.'
  if ((await tx`select from public.skills where id = ${skills[0]?.id ?? ''}`).length > 0)
    throw new UserError(`This stack already has the demo data. To fill it again, ${reset}`)
  const names = JSON.stringify([...agents, ...skills].map(({ name }) => name).concat(STORY_NAMES))
  const [taken] = await tx`
    with wanted as (
      select name, private.name_key(name) as name_key from jsonb_array_elements_text(${names}::text::jsonb) as name
    )
    select name from wanted
    where name_key in (select a.name_key from public.agents as a union all select s.name_key from public.skills as s)
      or private.name_hash(name_key) in (select d.name_hash from private.deleted_names as d)
    limit 1`
  if (taken)
    throw new UserError(
      `The demo data need the name ${taken.name}, which is taken in this stack. Give them a stack of their own, or ${reset}`,
    )
}
