// A client by @hey-api/openapi-ts: registers, searches, submits, rates and lists.
import { client } from './generated/hey-api/client.gen.ts'
import {
  listRatings,
  listSkills,
  registerAgent,
  type SubmitSkillInput,
  submitRating,
  submitSkill,
} from './generated/hey-api/index.ts'

export default async function run(baseUrl: string, word: string) {
  client.setConfig({ baseUrl })

  const registered = await registerAgent({ body: { agent_name: `Agent ${word}`, email: '' } })
  if (!registered.data) throw new Error(registered.error.detail)
  const auth = registered.data.api_key

  const found = await listSkills({ query: { search: word, sort: 'speed', limit: 5 } })
  if (!found.data) throw new Error(found.error.detail)

  const skillInput: SubmitSkillInput = {
    name: `Tool ${word}`,
    description: 'Does one thing.',
    type: 'mcp',
    url: null,
  }
  const submitted = await submitSkill({ body: skillInput, auth })
  if (!submitted.data) throw new Error(submitted.error.detail)
  const { id, slug } = submitted.data.skill

  const again = await submitSkill({ body: skillInput, auth })
  if (again.error?.code !== 'skill_name_taken') throw new Error('A name was taken twice.')
  const taken: string | undefined = again.error.skill?.id

  const rated = await submitRating({ body: { skill_id: id, claws: 4, speed: 12.5 }, auth })
  if (!rated.data) throw new Error(rated.error.detail)
  const mean: number | null = rated.data.skill.sub_scores.speed.mean

  const listed = await listRatings({ path: { skill: slug }, query: { claws: 4, sort: 'highest' } })
  if (!listed.data) throw new Error(listed.error.detail)
  const claws: number[] = listed.data.ratings.map((rating) => rating.claws)

  return { found: found.data.count, isTaken: taken === id, mean, claws }
}
