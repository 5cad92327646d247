import { createHash } from 'node:crypto'
import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { frontmatterField } from './frontmatter.ts'
import { DEFAULT_API_BASE_URL } from './headers.ts'

/** The folder that clients look in (Agent Skills Discovery 0.2.0). */
const FOLDER = '.well-known/agent-skills'
/** Identifies the version of the index; clients compare it, and do not load it. */
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const MAX_DESCRIPTION_LENGTH = 1024

/**
 * The files that publish SKILL.md on a site, by path: SKILL.md, its copy in a folder with the name of the skill, and the index with the
 * digest of the copy.
 *
 * @param skillMd the text of SKILL.md
 * @param apiUrl the full URL of the API if it is known: an installed copy no longer knows where it came from
 * @throws Error when the frontmatter breaks the rules of agentskills.io
 */
export async function agentSkillFiles(skillMd: string, apiUrl?: string): Promise<Map<string, string>> {
  const text = apiUrl === undefined ? skillMd : withBaseUrl(skillMd, apiUrl)
  const name = frontmatterField(text, 'name')
  // Rejects a name that is not valid or differs from the folder, and a missing description.
  const { frontmatter } = await skillEntry(name, { 'SKILL.md': text })
  if (frontmatter.description.length > MAX_DESCRIPTION_LENGTH)
    throw new Error(`The description of SKILL.md has more than ${MAX_DESCRIPTION_LENGTH} characters.`)
  const skill = {
    name,
    type: 'skill-md',
    description: frontmatter.description,
    // Relative to the index: a site can be in a folder of its host.
    url: `${name}/SKILL.md`,
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
  }
  return new Map([
    ['SKILL.md', text],
    [`${FOLDER}/${skill.url}`, text],
    [`${FOLDER}/index.json`, `${JSON.stringify({ $schema: SCHEMA, skills: [skill] }, null, 2)}\n`],
  ])
}

/**
 * llms.txt for a site. Its links are relative to the host of the API, which may be another one.
 *
 * @param apiUrl the full URL of the API if it is known
 */
export function llmsText(llms: string, apiUrl?: string): string {
  if (apiUrl === undefined) return llms
  const sentences = /Links are relative .*? locally\.(?= Reading)/
  if (!sentences.test(llms)) throw new Error('llms.txt does not say what its links are relative to.')
  return llms
    .replace(sentences, () => `The base URL, \`{base_url}\`, is \`${apiUrl}\`.`)
    .replaceAll(`${DEFAULT_API_BASE_URL}/`, () => `${apiUrl}/`)
}

/** SKILL.md with the address of the API in place of the sentence that says how to find it. */
function withBaseUrl(skillMd: string, apiUrl: string): string {
  const sentence = /`\{base_url\}` is the URL of this file without .*?\.(?= Send JSON)/s
  if (!sentence.test(skillMd)) throw new Error('SKILL.md does not say what `{base_url}` is.')
  return skillMd.replace(sentence, () => `\`{base_url}\` is \`${apiUrl}\`.`)
}
