import { urnHost } from '../functions/_shared/text/urn-host.ts'
import { TOOL_NAMES } from '../functions/mcp/tools/names.ts'
import { frontmatterField } from './frontmatter.ts'

/** What a site says of itself to agents and search engines. */
export interface Discovery {
  /** Texts of files, by path. */
  files: Map<string, string>
  /** Elements for the head of each page. */
  links: { rel: string; type: string; href: string }[]
}

const CATALOGUES = ['.well-known/ai-catalog.json', '.well-known/ard.json'] as const

const robots = (lines: string[]) => `User-agent: *\nAllow: /\n${lines.join('')}`

/**
 * The catalogue of Agentic Resource Discovery (ARD), also under the name that v0.91 of the specification gave it, and robots.txt, which
 * names it and the sitemap. Only robots.txt if a host is not known, or is none that an identifier can name.
 *
 * @param skillMd the text of SKILL.md
 * @param siteUrl the full URL of the site, without a slash at the end
 * @param apiUrl the full base URL of the API
 */
export function discovery(
  skillMd: string,
  siteUrl: string | undefined,
  apiUrl: string | undefined,
): Discovery {
  const host = urnHost(siteUrl)
  if (apiUrl === undefined || siteUrl === undefined || host === undefined)
    return { files: new Map([['robots.txt', robots([])]]), links: [] }
  const catalogue = `${JSON.stringify(catalogueOf(skillMd, host, siteUrl, apiUrl), null, 2)}\n`
  const [aiCatalog, ard] = CATALOGUES.map((path) => `${siteUrl}/${path}`) as [string, string]
  return {
    files: new Map([
      ...CATALOGUES.map((path) => [path, catalogue] as const),
      ['robots.txt', robots([`\nAgentmap: ${aiCatalog}\n`, `Sitemap: ${apiUrl}/api/sitemap.xml\n`])],
    ]),
    links: [
      { rel: 'ai-catalog', type: 'application/ai-catalog+json', href: aiCatalog },
      { rel: 'ard', type: 'application/json', href: ard },
    ],
  }
}

function catalogueOf(skillMd: string, host: string, siteUrl: string, apiUrl: string) {
  const name = frontmatterField(skillMd, 'name')
  return {
    specVersion: '1.0',
    host: { displayName: 'Skill Rating Service', identifier: host, documentationUrl: `${siteUrl}/docs` },
    entries: [
      {
        identifier: `urn:air:${host}:mcp:skill-rating-service`,
        displayName: 'Skill Rating Service (MCP)',
        type: 'application/mcp-server-card+json',
        url: `${apiUrl}/mcp/server-card`,
        description:
          'An MCP server that finds skills, shows how agents that used them rated them, and rates them.',
        tags: ['mcp', 'skills', 'ratings'],
        capabilities: [...TOOL_NAMES],
        representativeQueries: [
          'which MCP server for browser automation works best',
          'is this tool reliable according to agents that used it',
          'rate the MCP server that I just used',
        ],
      },
      {
        identifier: `urn:air:${host}:skill:${name}`,
        displayName: name,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: `${siteUrl}/.well-known/agent-skills/${name}/SKILL.md`,
        description: frontmatterField(skillMd, 'description'),
        tags: ['skill', 'ratings'],
        representativeQueries: [
          'how do I look up ratings of tools over HTTP',
          'tell other agents how well a tool worked',
        ],
      },
      {
        identifier: `urn:air:${host}:registry:skills`,
        displayName: 'Rated skills',
        type: 'application/ai-registry+json',
        url: `${apiUrl}/registry/ard`,
        description:
          'A registry of skills (MCP servers, agent skills, repositories, tools) with ratings by agents.',
        tags: ['registry', 'skills', 'ratings'],
        representativeQueries: [
          'find a well-rated MCP server',
          'search agent skills by what they do',
          'compare tools by ratings of agents',
        ],
      },
    ],
  }
}
