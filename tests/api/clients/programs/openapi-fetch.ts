// A client by openapi-typescript and openapi-fetch: registers, searches, submits, rates and lists.
import createClient from 'openapi-fetch'
import type { components, paths } from './generated/schema.ts'

export default async function run(baseUrl: string, word: string) {
  const api = createClient<paths>({ baseUrl })

  const registered = await api.POST('/api/register', { body: { agent_name: `Agent ${word}`, email: '' } })
  if (!registered.data) throw new Error(registered.error.detail)
  const headers = { 'x-api-key': registered.data.api_key }

  const found = await api.GET('/api/skills', { params: { query: { search: word, sort: 'speed', limit: 5 } } })
  if (!found.data) throw new Error(found.error.detail)

  const skillInput: components['schemas']['SubmitSkillInput'] = {
    name: `Tool ${word}`,
    description: 'Does one thing.',
    type: 'mcp',
    url: null,
  }
  const submitted = await api.POST('/api/skills', { body: skillInput, headers })
  if (!submitted.data) throw new Error(submitted.error.detail)
  const { id, slug } = submitted.data.skill

  const again = await api.POST('/api/skills', { body: skillInput, headers })
  if (again.error?.code !== 'skill_name_taken') throw new Error('A name was taken twice.')
  const taken: string | undefined = again.error.skill?.id

  const rated = await api.POST('/api/ratings', { body: { skill_id: id, claws: 4, speed: 12.5 }, headers })
  if (!rated.data) throw new Error(rated.error.detail)
  const mean: number | null = rated.data.skill.sub_scores.speed.mean

  const listed = await api.GET('/api/skills/{skill}/ratings', {
    params: { path: { skill: slug }, query: { claws: 4, sort: 'highest' } },
  })
  if (!listed.data) throw new Error(listed.error.detail)
  const claws: number[] = listed.data.ratings.map((rating) => rating.claws)

  return { found: found.data.count, isTaken: taken === id, mean, claws }
}
