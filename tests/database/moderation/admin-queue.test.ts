import { describe, expect, test } from 'vitest'
import { type Agent, as, rolledBack, type Transaction, testDatabase } from '../fixtures.ts'

/** admin.queue: what is in it, in which order, and how it leaves. */

const { database, newAgent, newSkill, newRating, submitRating, admin, call, lastLogged } = testDatabase({
  connections: 3,
})

type Row = {
  kind: string
  skill: string
  rating_id: string | null
  established_flags: number
  flags: number
  reasons: string[] | null
  keep: string
  hide: string | null
  remove: string | null
  suspend: string | null
  retire_all: string | null
} & Record<string, unknown>

/** The embedded Studio runs SQL. */
const inStudio = <T extends object>(statement: string) =>
  as(database.owner, { role: 'service_role' }, (tx) => tx.unsafe<T[]>(statement))
const queue = (where = 'true') => inStudio<Row>(`select * from admin.queue where ${where}`)
const ofSkill = ({ slug }: { slug: string }, kind = 'reported') =>
  queue(`skill = '${slug}' and kind like '${kind}%'`)

const flagSkill = (agent: Agent, skill: { id: string }, reason = 'Steals keys.') =>
  call(agent, 'flag_skill', { p_skill: skill.id, p_reason: reason })
const flagRating = (agent: Agent, rating: { id: string; skill_id: string }, reason = 'Spam.') =>
  call(agent, 'flag_rating', { p_skill: rating.skill_id, p_rating: rating.id, p_reason: reason })
async function establishedAgent(): Promise<Agent> {
  const agent = await newAgent()
  await admin('grant_standing', agent.id, 'Known.')
  return agent
}

describe('the queue', () => {
  test('has reported skills with their reports and calls', async () => {
    const [author, reporter, other] = [await newAgent(), await newAgent(), await establishedAgent()]
    const skill = await newSkill('Reported', author)
    await flagSkill(reporter, skill, 'Spam.')
    await flagSkill(other, skill, 'Malware.')
    expect(await ofSkill(skill)).toEqual([
      {
        kind: 'reported skill',
        established_flags: 1,
        flags: 2,
        reasons: ['Malware.', 'Spam.'],
        reported_by: [other.name, reporter.name],
        since: expect.any(Date),
        skill: skill.slug,
        name: 'Reported',
        agent: author.name,
        rating_id: null,
        claws: null,
        content: skill.description,
        url: skill.url,
        written_at: new Date(skill.updated_at),
        keep: `select admin.review_skill('${skill.slug}', 'Fine.');`,
        hide: null,
        remove: `select admin.retire_skill('${skill.slug}', 'Against the rules.');`,
        suspend: `select admin.suspend_agent('${author.id}', 'Against the rules.');`,
        retire_all: `select admin.retire_skills_of('${author.id}', 'Against the rules.');`,
        version: null,
        retired_twins: null,
        decided_at: null,
      },
    ])
  })

  test('has reported ratings, and no call to hide what is not shown', async () => {
    const { agent, rating } = await newRating({
      p_commentary: 'x'.repeat(600),
      p_claws: 1,
      p_version: '1.0 at cheap.example',
    })
    await flagRating(await newAgent(), rating)
    const [row] = await queue(`rating_id = '${rating.id}'`)
    expect(row).toMatchObject({
      kind: 'reported rating',
      agent: agent.name,
      claws: 1,
      content: 'x'.repeat(500),
      version: '1.0 at cheap.example',
      keep: `select admin.dismiss_flags('${rating.id}', 'Fine.');`,
      hide: `select admin.hide_commentary('${rating.id}', 'Against the rules.');`,
      remove: `select admin.remove_ratings('{${rating.id}}'::uuid[], 'Against the rules.');`,
    })
    await inStudio(row?.hide ?? '')
    await flagRating(await newAgent(), rating, 'Its claws are fake, too.')
    expect(await queue(`rating_id = '${rating.id}'`)).toMatchObject([
      { flags: 1, hide: null, content: 'x'.repeat(500) },
    ])
  })

  test('has new skills of agents, but not those of admins and imports', async () => {
    const skill = await newSkill('Just submitted', await newAgent())
    expect(await ofSkill(skill, '')).toMatchObject([{ kind: 'new skill', flags: 0, reasons: null }])
    await admin('add_skill', 'Added by an admin', 'x', 'other')
    expect(await ofSkill({ slug: 'added-by-an-admin' }, '')).toEqual([])
  })

  test('has what most established agents flagged first, then what others flagged, oldest first, then the newest skills', async () => {
    const skills: Record<string, { id: string; slug: string }> = {}
    for (const name of ['new', 'newer', 'twice', 'often', 'once', 'later'])
      skills[name] = await newSkill(`Ordered ${name}`, await newAgent())
    const flagBy = async (agents: Agent[], name: string) => {
      for (const agent of agents) await flagSkill(agent, skills[name] ?? { id: '' })
    }
    const agents = async (count: number, make = newAgent) => {
      const made: Agent[] = []
      for (let i = 0; i < count; i++) made.push(await make())
      return made
    }
    await flagBy(await agents(1, establishedAgent), 'once')
    await flagBy(await agents(5), 'often')
    await flagBy(await agents(1, establishedAgent), 'later')
    await flagBy(await agents(2, establishedAgent), 'twice')
    const ordered = ['twice', 'once', 'later', 'often', 'later', 'once', 'often', 'twice', 'newer', 'new']
    const inPages: Row[] = []
    for (let offset = 0; offset < ordered.length; offset += 4)
      inPages.push(
        ...(await inStudio<Row>(
          `select * from admin.queue where skill like 'ordered-%' limit 4 offset ${offset}`,
        )),
      )
    for (const rows of [await queue(`skill like 'ordered-%'`), inPages])
      expect(rows.map(({ skill }) => skill.replace('ordered-', ''))).toEqual(ordered)
  })

  test('counts one agent once, and a suspended one not at all, until it is reinstated', async () => {
    const [one, other] = [await establishedAgent(), await newAgent()]
    const { rating, skill } = await newRating()
    for (const reason of ['Spam.', 'Still spam.']) {
      await flagSkill(one, skill, reason)
      await flagRating(one, rating, reason)
    }
    await flagSkill(other, skill)
    const counts = async () => (await ofSkill(skill)).map((row) => [row.established_flags, row.flags])
    expect(await counts()).toEqual([
      [1, 2],
      [1, 1],
    ])
    await admin('suspend_agent', one.id, 'Fake.')
    expect(await counts()).toEqual([[0, 1]])
    await admin('reinstate_agent', one.id, 'A mistake.')
    expect(await counts()).toEqual([
      [1, 2],
      [1, 1],
    ])
    await admin('withdraw_standing', one.id, 'Sells flags.')
    expect(await counts()).toEqual([
      [0, 2],
      [0, 1],
    ])
    await admin('grant_standing', one.id, 'Known.')
    expect(await counts()).toEqual([
      [1, 2],
      [1, 1],
    ])
  })

  test('weighs a flag by the standing that its agent has now, also if it rises by rating', async () => {
    const [agent, other, { rating, skill }] = [await newAgent(), await newAgent(), await newRating()]
    await flagSkill(agent, skill, 'First.')
    await flagSkill(other, skill, 'Second.')
    await flagRating(other, rating)
    await database.owner`update public.agents set created_at = now() - interval '8 days' where id = ${other.id}`
    for (let i = 0; i < 3; i++) await submitRating(other, await newSkill())
    expect(await ofSkill(skill)).toMatchObject([
      { kind: 'reported skill', established_flags: 1, flags: 2, reasons: ['Second.', 'First.'] },
      { kind: 'reported rating', established_flags: 1, flags: 1 },
    ])
  })

  test('shows a flagged skill that a thousand other flags come before, by any agent', async () => {
    const author = await newAgent()
    const skill = await newSkill('Malicious', author)
    await flagSkill(author, skill, 'Its author flags it, so that it is not new.')
    await rolledBack(database.admin, async (tx) => {
      await flood(tx, 1_000)
      const rows = await tx<Row[]>`select * from admin.queue`
      const kinds = rows.filter((row) => row.skill === skill.slug).map(({ kind }) => kind)
      expect(kinds).toEqual(['reported skill', 'new skill'])
      // Five agents raise it above all of them.
      for (let i = 0; i < 5; i++) {
        const [agent] =
          await tx`insert into public.agents (agent_name) values (${`Honest ${i}`}) returning id`
        await tx`insert into private.flags (agent_id, skill_id, reason) values (${agent?.id}, ${skill.id}, 'Malware.')`
      }
      const [first] = await tx<Row[]>`select * from admin.queue where established_flags = 0 limit 1`
      expect(first).toMatchObject({ skill: skill.slug, flags: 6 })
      expect(first?.reasons?.slice(0, 2)).toEqual(['Its author flags it, so that it is not new.', 'Malware.'])
    })
  })

  /** New agents flag new skills, one another's. */
  async function flood(tx: Transaction, count: number) {
    // Without triggers: nothing searches for these skills.
    await tx`set local session_replication_role = replica`
    await tx`
      with new_agents as (
        insert into public.agents (agent_name) select 'Flooder ' || i from generate_series(1, ${count}::integer) as i returning id
      )
      insert into public.skills (name, slug, description, type, submitted_by)
      select 'Flooded ' || i, 'flooded-' || i, 'x', 'other', id
      from (select id, row_number() over () as i from new_agents) as a`
    await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills on conflict do nothing`
    await tx`set local session_replication_role = origin`
    await tx`
      insert into private.flags (agent_id, skill_id, reason)
      select submitted_by, id, 'Flood.' from public.skills where name like 'Flooded %'`
  }

  test('has calls that are safe to run, whatever the names and texts are', async () => {
    const hostile = `O'); drop table x;-- "$$ %s\\`
    const author = await newAgent(hostile)
    const skill = await newSkill(hostile, author)
    const rating = await submitRating(author, skill, { p_commentary: hostile })
    const reporter = await newAgent(`${hostile} 2`)
    await flagRating(reporter, rating, hostile)
    await flagSkill(reporter, skill, hostile)
    for (const row of await ofSkill(skill, '')) {
      expect(row).toMatchObject({
        name: hostile,
        agent: hostile,
        ...(row.flags > 0 && { reasons: [hostile], reported_by: [reporter.name] }),
      })
      for (const statement of [row.keep, row.hide, row.remove, row.suspend, row.retire_all])
        if (statement) {
          expect(statement).toMatch(/^select admin\.\w+\('[\w{}-]+'(::uuid\[\])?, '[\w. ]+'\);$/)
          await rolledBack(database.owner, async (tx) => {
            await tx`set local role service_role`
            await tx.unsafe(statement)
          })
        }
    }
  })
})

describe('an entry leaves the queue and is logged', () => {
  const isEmpty = async (skill: { slug: string }) => expect(await ofSkill(skill, '')).toEqual([])

  test.each(['keep', 'remove'] as const)(
    'when a reported or new skill is settled by its call %s',
    async (column) => {
      const [flagged, fresh] = [
        await newSkill(undefined, await newAgent()),
        await newSkill(undefined, await newAgent()),
      ]
      await flagSkill(await newAgent(), flagged)
      for (const [skill, flags] of [
        [flagged, 1],
        [fresh, 0],
      ] as const) {
        const [row] = await ofSkill(skill, '')
        await inStudio(row?.[column] ?? '')
        expect(await lastLogged()).toMatchObject({
          role: 'service_role',
          action: column === 'keep' ? 'review_skill' : 'retire_skill',
          skill_id: skill.id,
          details: { flags },
        })
        await isEmpty(skill)
      }
    },
  )

  test.each([
    ['keep', 'dismiss_flags', { flags: 2 }],
    ['hide', 'hide_commentary', { flags: 2, commentary: 'Text.' }],
    ['remove', 'remove_ratings', {}],
    ['suspend', 'suspend_agent', { ratings: 1 }],
  ] as const)('when a reported rating is settled by its call %s', async (column, action, details) => {
    const { rating } = await newRating({ p_commentary: 'Text.' })
    for (const reporter of [await newAgent(), await newAgent()]) await flagRating(reporter, rating)
    const [row] = await queue(`rating_id = '${rating.id}'`)
    await inStudio(row?.[column] ?? '')
    expect(await lastLogged()).toMatchObject({ action, details })
    expect(await queue(`rating_id = '${rating.id}'`)).toEqual([])
  })

  test('when the skill is merged; flags of the kept skill stay', async () => {
    const [gone, kept] = [await newSkill(undefined, await newAgent()), await newSkill()]
    for (const skill of [gone, kept]) await flagSkill(await newAgent(), skill)
    await admin('merge_skills', gone.slug, kept.slug, 'Equal.')
    expect(await ofSkill(gone)).toHaveLength(1)
    await admin('merge_skills', gone.slug, kept.slug, 'Equal.', true)
    expect(await lastLogged()).toMatchObject({ action: 'merge_skills', details: { flags: 1 } })
    await isEmpty(gone)
    expect(await ofSkill(kept)).toMatchObject([{ flags: 1 }])
  })

  test('and can be reported again, also a retired skill', async () => {
    const skill = await newSkill()
    await flagSkill(await newAgent(), skill)
    await admin('retire_skill', skill.slug, 'Gone.')
    await flagSkill(await newAgent(), skill)
    expect(await ofSkill(skill)).toMatchObject([{ flags: 1, remove: null }])
    expect(await admin('review_skill', skill.slug, 'Fine.')).toBe(
      'Reviewed: the skill stays as it is. 1 flag dismissed.',
    )
    expect(await admin('review_skill', skill.slug, 'Fine.')).toBe('This skill is not in the queue.')
    expect(await lastLogged()).toMatchObject({ action: 'review_skill', details: { flags: 1 } })
  })
})
