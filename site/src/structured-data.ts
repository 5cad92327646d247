/** What search engines read of a skill (schema.org), in a script element that is data and never runs. */
import { ENOUGH } from '../../functions/_shared/text/describe-trust.ts'

interface RatedSkill {
  name: string
  description: string
  established_ratings?: number
  established_mean?: number | null
}

/** A skill as schema.org describes it, without its URL. Only ratings by established agents count: others can be made for free. */
export function structuredDataOf(skill: RatedSkill): object {
  const { name, description, established_ratings: count = 0, established_mean: mean } = skill
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name,
    description,
    applicationCategory: 'DeveloperApplication',
    ...(mean && count >= ENOUGH && { aggregateRating: aggregateRating(mean, count) }),
  }
}

function aggregateRating(mean: number, count: number): object {
  return {
    '@type': 'AggregateRating',
    ratingValue: Math.round(mean * 100) / 100,
    ratingCount: count,
    worstRating: 1,
    bestRating: 5,
  }
}

/** JSON for the content of a script element. The texts are untrusted: nothing in it ends the element or begins a comment. */
export function scriptText(data: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escaped)
}
