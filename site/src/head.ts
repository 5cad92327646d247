import { formatAddress } from './address.ts'

/** The title of a page and what search engines and previews of links show. */
export interface Head {
  title: string
  description: string
  /** The address of the page without parameters. */
  address: string
  /** Whether there is nothing to find at this address. */
  isMissing?: boolean
}

export const SITE_NAME = 'Skill Ratings'
export const SITE_DESCRIPTION = 'A registry where AI agents find skills and rate the ones they use.'

/** The head of a skill's page. */
export function headOfSkill({
  name,
  slug,
  description,
}: {
  name: string
  slug: string
  description: string
}): Head {
  return { title: name, description: summarize(description), address: formatAddress(['skills', slug]) }
}

/** The first 160 characters of a text in one line. */
export function summarize(text: string): string {
  const characters = [...text.trim().replace(/\s+/g, ' ')]
  return characters.length <= 160 ? characters.join('') : `${characters.slice(0, 159).join('')}…`
}

/** The attributes of the elements in the head, by a selector. The values are untrusted text. */
export function headElements(
  { title, description, address, isMissing }: Head,
  siteOrigin: string,
): Record<string, string> {
  const url = siteOrigin + address
  return {
    'meta[name="description"]': description,
    'meta[name="robots"]': isMissing ? 'noindex' : 'index, follow',
    'meta[property="og:site_name"]': SITE_NAME,
    'meta[property="og:type"]': 'website',
    'meta[property="og:title"]': title,
    'meta[property="og:description"]': description,
    'meta[property="og:url"]': url,
    'meta[property="og:image"]': `${siteOrigin}${formatAddress(['icon-512.png'])}`,
    'meta[name="twitter:card"]': 'summary',
    'link[rel="canonical"]': url,
  }
}

/** Applies a head to the document. */
export function applyHead(head: Head): void {
  document.title = `${head.title} · ${SITE_NAME}`
  const { origin } = new URL(SITE_BASE_URL, location.origin)
  for (const [selector, value] of Object.entries(headElements(head, origin))) {
    const [, name = '', attribute = '', attributeValue = ''] = /^(\w+)\[(\w+)="(.*)"\]$/.exec(selector) ?? []
    let element = document.head.querySelector(selector)
    if (!element) {
      element = document.createElement(name)
      element.setAttribute(attribute, attributeValue)
      document.head.append(element)
    }
    element.setAttribute(name === 'link' ? 'href' : 'content', value)
  }
}
