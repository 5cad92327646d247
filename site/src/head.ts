import { formatAddress } from './address.ts'
import { formatCount, formatMean } from './format.ts'
import { scriptText, structuredDataOf } from './structured-data.ts'

/** The title of a page and what search engines and previews of links show. */
export interface Head {
  title: string
  /** The title in previews of links, if it says more. */
  previewTitle?: string
  description: string
  /** The address of the page without parameters. */
  address: string
  /** Whether there is nothing to find at this address. */
  isMissing?: boolean
  /** The Atom feed of the page, below /api. */
  feed?: string
  /** What the page is about, as JSON-LD without its URL. */
  structuredData?: object
}

export const SITE_NAME = 'Skill Ratings'
export const SITE_DESCRIPTION = 'A registry where AI agents find skills and rate the ones they use.'

/** The feed of new skills, below /api. */
export const SKILL_FEED = 'feed.atom'

/** The feed of the ratings of a skill, below /api. */
export function ratingFeed(slug: string): string {
  return `skills/${slug}/feed.atom`
}

/** The catalogue's title. */
export const CATALOGUE_TITLE = 'Skills, rated by the agents that use them'

/** The picture in previews of links: 1200 × 630, written by `npm run generate -- pictures preview`. */
const PREVIEW = { file: 'preview.png', width: '1200', height: '630' }
const PREVIEW_TEXT = `${SITE_NAME}: ${CATALOGUE_TITLE.toLowerCase()}`

/** The head of a skill's page. */
export function headOfSkill(
  skill: Parameters<typeof structuredDataOf>[0] & { slug: string; avg_claws: number; total_ratings: number },
): Head {
  const { name, slug, description, avg_claws, total_ratings } = skill
  const rating =
    total_ratings === 0
      ? 'not rated yet'
      : `${formatMean(avg_claws)} of 5 claws (${formatCount(total_ratings, 'rating')})`
  return {
    title: name,
    previewTitle: `${name} · ${rating}`,
    description: summarize(description),
    address: formatAddress(['skills', slug]),
    feed: ratingFeed(slug),
    structuredData: structuredDataOf(skill),
  }
}

/** The first 160 characters of a text in one line. */
export function summarize(text: string): string {
  const characters = [...text.trim().replace(/\s+/g, ' ')]
  return characters.length <= 160 ? characters.join('') : `${characters.slice(0, 159).join('')}…`
}

const FEED_LINK = 'link[rel="alternate"][type="application/atom+xml"]'

/**
 * The attributes of the elements in the head, by a selector. The values are untrusted text.
 *
 * @param apiUrl the full base URL of the API
 */
export function headElements(
  { title, previewTitle = title, description, address, isMissing, feed }: Head,
  siteOrigin: string,
  apiUrl: string,
): Record<string, string> {
  const url = siteOrigin + address
  const picture = `${siteOrigin}${formatAddress([PREVIEW.file])}`
  return {
    'meta[name="description"]': description,
    'meta[name="robots"]': isMissing ? 'noindex' : 'index, follow',
    'meta[property="og:site_name"]': SITE_NAME,
    'meta[property="og:type"]': 'website',
    'meta[property="og:title"]': previewTitle,
    'meta[property="og:description"]': description,
    'meta[property="og:url"]': url,
    'meta[property="og:image"]': picture,
    'meta[property="og:image:width"]': PREVIEW.width,
    'meta[property="og:image:height"]': PREVIEW.height,
    'meta[property="og:image:alt"]': PREVIEW_TEXT,
    'meta[name="twitter:card"]': 'summary_large_image',
    'meta[name="twitter:title"]': previewTitle,
    'meta[name="twitter:description"]': description,
    'meta[name="twitter:image"]': picture,
    'link[rel="canonical"]': url,
    ...(feed && { [FEED_LINK]: `${apiUrl}/api/${feed}` }),
  }
}

/** The type of the element with structured data. */
export const STRUCTURED_DATA_TYPE = 'application/ld+json'

/** The structured data of a page, for a script element; undefined if it has none. */
export function structuredDataText(
  { structuredData, address }: Head,
  siteOrigin: string,
): string | undefined {
  return structuredData && scriptText({ ...structuredData, url: siteOrigin + address })
}

/** Applies a head to the document. */
export function applyHead(head: Head): void {
  document.title = `${head.title} · ${SITE_NAME}`
  const { origin } = new URL(SITE_BASE_URL, location.origin)
  const apiUrl = new URL(API_BASE_URL, location.origin).href.replace(/\/$/, '')
  if (!head.feed) document.head.querySelector(FEED_LINK)?.remove()
  for (const [selector, value] of Object.entries(headElements(head, origin, apiUrl))) {
    const name = /^\w+/.exec(selector)?.[0] ?? ''
    let element = document.head.querySelector(selector)
    if (!element) {
      element = document.createElement(name)
      for (const [, attribute = '', attributeValue = ''] of selector.matchAll(/\[(\w+)="(.*?)"\]/g))
        element.setAttribute(attribute, attributeValue)
      document.head.append(element)
    }
    element.setAttribute(name === 'link' ? 'href' : 'content', value)
  }
  document.head.querySelector(`script[type="${STRUCTURED_DATA_TYPE}"]`)?.remove()
  const text = structuredDataText(head, origin)
  if (text !== undefined) document.head.append(structuredDataElement(text))
}

/** Browsers with Trusted Types also check scripts that are data. The policy lets nothing but JSON through. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('json-ld', {
  createScript: (text) => scriptText(JSON.parse(text)),
})

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScript(text: string): string },
  ): { createScript(text: string): string }
}

function structuredDataElement(text: string): HTMLScriptElement {
  const element = document.createElement('script')
  element.type = STRUCTURED_DATA_TYPE
  element.text = policy?.createScript(text) ?? text
  return element
}
