// Searches over HTTP.
/** How many results a search is judged by. */
export const PAGE = 10

export type Result = { id: string; name: string; description: string }
export type Answer = { results: Result[]; milliseconds: number }

/** A search for at most so many results. */
export type Search = (text: string, limit: number) => Promise<Answer>

/** GET /api/skills. */
export async function listOverHttp(baseUrl: string, limit: number, search?: string): Promise<Answer> {
  const query = new URLSearchParams({ ...(search !== undefined && { search }), limit: String(limit) })
  const start = performance.now()
  const answer = await fetch(`${baseUrl}/api/skills?${query}`)
  const text = await answer.text()
  const milliseconds = performance.now() - start
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${text}`)
  const { skills } = JSON.parse(text) as { skills: Result[] }
  return { results: skills, milliseconds }
}
