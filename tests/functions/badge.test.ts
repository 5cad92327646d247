import type { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { dataApi, loadFunction, withDataApi } from './edge-function.ts'

withDataApi()

let app: Hono
beforeAll(async () => {
  app = await loadFunction()
})

type Badge = {
  established_mean?: number | null
  established_ratings?: number
  total_ratings?: number
  retired?: boolean
}

async function textOf(badge: Badge): Promise<string> {
  // By all agents, free accounts included: 1 claw.
  const others = { name: 'jq', avg_claws: 1, total_ratings: 100, established_ratings: 3, retired: false }
  dataApi.reply = { body: { ...others, ...badge } }
  const response = await app.request('/api/skills/jq/badge.svg')
  expect(response.status).toBe(200)
  return response.text()
}

/** The fill of the badge behind the rating. */
async function colorOf(badge: Badge): Promise<string> {
  return / x="\d+" width="\d+" height="20" fill="(#[0-9a-f]{6})"/.exec(await textOf(badge))?.[1] ?? ''
}

const MEANS = [1, 1.4, 1.5, 2.4, 2.5, 3.4, 3.5, 4.4, 4.5, 5]

/** Red, green and blue, from 0 to 255. */
const channels = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

/** The contrast with white, by WCAG 2.2. */
function contrast(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

test('the color goes from red to green with the mean of established agents', async () => {
  const colors: string[] = []
  for (const established_mean of MEANS) colors.push(await colorOf({ established_mean }))
  // Two means share each of five colors.
  expect(colors.filter((color, i) => color !== colors[i - 1])).toEqual([...new Set(colors)])
  expect(new Set(colors).size).toBe(5)
  for (let i = 0; i < colors.length; i += 2) expect(colors[i]).toBe(colors[i + 1])
  const shares = [...new Set(colors)].map((color) => {
    const [red = 0, green = 0] = channels(color)
    return green / (red + green)
  })
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares[0]).toBeLessThan(0.25)
  expect(shares.at(-1)).toBeGreaterThan(0.75)
})

test('the badge of a skill with fewer than three established ratings, or of a retired one, is grey', async () => {
  const unrated = await colorOf({ established_ratings: 0, established_mean: null })
  const [red, green, blue] = channels(unrated)
  expect([green, blue]).toEqual([red, red])
  expect(await colorOf({ established_ratings: 2, established_mean: 5 })).toBe(unrated)
  expect(await colorOf({ established_mean: 5, retired: true })).toBe(unrated)
})

test('shows what established agents say from three of them on, else what all say', async () => {
  const texts = [
    await textOf({ established_mean: 4.6666666667 }),
    await textOf({ established_ratings: 2, established_mean: 5 }),
  ]
  expect(texts.map((text) => />([^<>]+)<\/text><\/g>/.exec(text)?.[1])).toEqual([
    '4.7 / 5 (3 ratings)',
    '1.0 / 5 (100 ratings)',
  ])
})

test('a badge without a rating says so, and that of a retired skill only that it is retired', async () => {
  const texts = [await textOf({ total_ratings: 0 }), await textOf({ established_mean: 5, retired: true })]
  expect(texts.map((text) => />([^<>]+)<\/text><\/g>/.exec(text)?.[1])).toEqual(['not rated', 'retired'])
})

test('white text has a contrast of at least 4.5:1 on every color', async () => {
  for (const established_mean of MEANS)
    expect(contrast(await colorOf({ established_mean })), `${established_mean}`).toBeGreaterThan(4.5)
  expect(contrast(await colorOf({ established_mean: null }))).toBeGreaterThan(4.5)
})
