import { expect, test } from 'vitest'
import { scriptText, structuredDataOf } from '../../site/src/structured-data.ts'
import { randomTexts } from '../support/random-texts.ts'

const rated = (established_ratings: number, established_mean: number | null) =>
  structuredDataOf({ name: 'fd', description: 'Finds files.', established_ratings, established_mean })

test('has the mean and number of ratings by established agents, from three of them', () => {
  const skill = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'fd',
    description: 'Finds files.',
    applicationCategory: 'DeveloperApplication',
  }
  expect(rated(3, 13 / 3)).toEqual({
    ...skill,
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: 4.33,
      ratingCount: 3,
      worstRating: 1,
      bestRating: 5,
    },
  })
  expect(rated(2, 5)).toEqual(skill)
  expect(rated(0, null)).toEqual(skill)
  // An earlier version of the API does not return them.
  expect(structuredDataOf({ name: 'fd', description: 'Finds files.' })).toEqual(skill)
})

test('no text ends the script element, begins a comment or breaks a line of the script', () => {
  const hostile = [
    '</script',
    '</SCRIPT >',
    '<!--',
    '-->',
    '<script',
    ']]>',
    '&lt;',
    '\u2028',
    '\u2029',
    '"',
    '\\',
    '\ud800',
  ]
  for (const text of [...hostile, ...randomTexts(1, 5_000, hostile, 8)]) {
    const script = scriptText({ name: text })
    expect(script).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(script)).toEqual({ name: text })
  }
})
