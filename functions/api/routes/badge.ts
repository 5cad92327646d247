import type { Context } from 'hono'
import { publicResponse } from '../../_shared/http/public-response.ts'
import { parseQuery } from '../../_shared/http/query.ts'
import { requireSkillIdOrSlug } from '../../_shared/schemas/ids.ts'
import { NoQuery } from '../../_shared/schemas/requests.ts'
import * as service from '../../_shared/services/skills.ts'
import { evidenceLevel } from '../../_shared/text/describe-trust.ts'
import { formatCount } from '../../_shared/text/format-count.ts'
import { formatMean } from '../../_shared/text/format-number.ts'
import { escapeXml } from '../../_shared/text/xml.ts'

// An SVG opened by itself is a page. This one runs and loads nothing.
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** GET /api/skills/{id or slug}/badge.svg */
export async function getBadge(c: Context): Promise<Response> {
  parseQuery(c, NoQuery)
  const skill = await service.getBadge(requireSkillIdOrSlug(c.req.param('skill')))
  return publicResponse(c, 'image/svg+xml', badge(skill.name, ratingOf(skill), colorOf(skill)), HEADERS)
}

/** Retired, or with too few ratings by established agents: anyone can give others. */
const GREY = '#5c5c5c'
/** From green to red, by the least mean of a color. White text has a contrast of more than 4.5:1 on each. */
const COLORS = [
  [4.5, '#1b6e30'],
  [3.5, '#4d6b12'],
  [2.5, '#8a5a00'],
  [1.5, '#a8440a'],
  [0, '#b3261e'],
] as const

type Badge = Awaited<ReturnType<typeof service.getBadge>>

/** What established agents say, once enough of them do: then it is what the color is about. */
function establishedMean({ established_ratings, established_mean }: Badge): number | null {
  return evidenceLevel(established_ratings) === 'enough' ? established_mean : null
}

function ratingOf(skill: Badge): string {
  const { retired, total_ratings, avg_claws, established_ratings } = skill
  if (retired) return 'retired'
  if (total_ratings === 0) return 'not rated'
  const mean = establishedMean(skill)
  const count = mean === null ? total_ratings : established_ratings
  return `${formatMean(mean ?? avg_claws)} / 5 (${formatCount(count, 'rating')})`
}

/** The rating is written next to it, so the color is never the only sign. */
function colorOf(skill: Badge): string {
  const mean = skill.retired ? null : establishedMean(skill)
  return (mean !== null && COLORS.find(([least]) => mean >= least)?.[1]) || GREY
}

const LABEL = 'claws'

/** @param name of the skill, for screen readers and as a tooltip */
function badge(name: string, value: string, color: string): string {
  const title = escapeXml(`${name}: ${LABEL} ${value}`)
  const [left, right] = [widthOf(LABEL), widthOf(value)]
  const text = (content: string, x: number, width: number) =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 12}">${escapeXml(content)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(LABEL, 0, left)}${text(value, left, right)}</g>
</svg>
`
}

/** The width of ASCII text with its margins, in pixels. `textLength` corrects the estimate. */
function widthOf(text: string): number {
  return Math.round(text.length * 6.3) + 12
}
