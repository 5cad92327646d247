import { type Agent, as, newAgent, newSkill, refusal, request, type Skill } from './callers.ts'
import type { OwnDatabase } from './own-database.ts'

export type Review = { id: string; agent: Agent }

/** What the tests of admins' calls plant and ask, in a database of their own. */
export function adminOf(database: () => OwnDatabase) {
  let count = 0

  async function agent(): Promise<Agent> {
    count++
    return newAgent(database(), `Agent ${count}`)
  }

  async function skill(name?: string): Promise<Skill> {
    count++
    return newSkill(database(), await agent(), name ?? `Skill ${count}`)
  }

  /** Rates as the agent would; gives the rating as it is answered. */
  async function rate(
    by: Agent,
    of: Pick<Skill, 'id'>,
    fields: Record<string, unknown> = {},
  ): Promise<{ id: string; updated_at: string; skill_id: string }> {
    const { rating } = await request<{ rating: { id: string; updated_at: string; skill_id: string } }>(
      database().owner,
      { key: by.key },
      'submit_rating',
      { p_skill_id: of.id, p_claws: 3, ...fields },
    )
    return rating
  }

  async function page(address: string) {
    const [row] = await database().owner`select public.get_skill(${address}) as page`
    return row?.page
  }

  /** Calls a function of the schema `admin` as the dashboard of the embedded stack does; gives the sentence that it answers. */
  function call(name: string, ...args: string[]): Promise<string> {
    const places = args.map((_, i) => `$${i + 1}`).join(', ')
    return as(database().owner, { role: 'service_role' }, async (tx) => {
      const [row] = await tx.unsafe(`select admin.${name}(${places}) as said`, args)
      return row?.said as string
    })
  }

  /** The sentence by which a call is refused. */
  async function refused(name: string, ...args: string[]): Promise<string | undefined> {
    return (await refusal(call(name, ...args)))?.message
  }

  /** The newest row of the log. */
  async function logged() {
    const [row] = await database().owner`
      select role, action, skill_id, rating_id, agent_id, reason, details from admin.audit_log order by id desc limit 1`
    return row
  }

  async function differences(): Promise<number> {
    return (await database().owner`select from private.stats_differences()`).length
  }

  return { agent, skill, rate, page, call, refused, logged, differences }
}
