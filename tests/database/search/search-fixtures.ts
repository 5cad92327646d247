import type { Transaction } from '../fixtures.ts'

export type Page = {
  skills: { id: string; name: string }[]
  did_you_mean: string | null
  next_cursor: string | null
  suggestions: { id: string; name: string; slug: string }[]
  missing: string[][] | null
}
export type SearchOptions = { type?: string; sort?: string; limit?: number; cursor?: string | null }

export async function search(
  tx: Transaction,
  text: string,
  { type, sort, limit = 10, cursor }: SearchOptions = {},
): Promise<Page> {
  const [row] = await tx`
    select public.search_catalogue(${text}, ${type ?? null}, ${sort ?? null}, ${limit}, ${cursor ?? null}) as page`
  return row?.page
}

export const namesOf = ({ skills }: { skills: { name: string }[] }) => skills.map(({ name }) => name)

/** Creates a skill of the type other, or several with numbered names. */
export const plant = (tx: Transaction, name: string, description = 'x', copies = 1) =>
  tx`insert into public.skills (name, description, type)
    select ${name} || case when i > 1 then ' ' || i else '' end, ${description}, 'other' from generate_series(1, ${copies}::integer) as i
    returning id`

/** Sets the numbers of ratings of a skill, from 1 claw to 5, all by established agents or all by new ones. */
export function setRatings(tx: Transaction, name: string, claws: number[], isEstablished = true) {
  const total = claws.reduce((sum, count) => sum + count, 0)
  const sum = claws.reduce((sum, count, i) => sum + count * (i + 1), 0)
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = claws
  return tx`
    update public.skill_stats set
      claws_1 = ${one}, claws_2 = ${two}, claws_3 = ${three}, claws_4 = ${four}, claws_5 = ${five},
      established_ratings = ${isEstablished ? total : 0}, established_claws = ${isEstablished ? sum : 0}
    where skill_id = (select id from public.skills where name = ${name})`
}
