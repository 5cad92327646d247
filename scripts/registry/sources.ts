import { quote } from '../../functions/mcp/quote.ts'
import { UserError } from '../../local/cli/user-error.ts'
import { CLAWHUB, clawHub } from './clawhub.ts'
import { agentSkills, aiCatalog } from './documents.ts'
import type { Source } from './entry.ts'
import { sourceUrl } from './http.ts'
import { mcpRegistry } from './mcp-registry.ts'
import { MAX_SHOWN } from './summary.ts'

const CATALOGUES: Record<string, { make: (url: string) => Source; url?: string }> = {
  'mcp-registry': { make: mcpRegistry, url: 'https://registry.modelcontextprotocol.io' },
  clawhub: { make: clawHub, url: CLAWHUB },
  'agent-skills': { make: agentSkills },
  'ai-catalog': { make: aiCatalog },
}

/** The source that the arguments of the command name. @throws UserError */
export function sourceOf([name, address, ...rest]: string[], baseUrl: string | undefined): Source {
  if (name === undefined)
    throw new UserError('Name the catalogue to import: `npm run catalogue:import -- mcp-registry`.')
  const catalogue = Object.hasOwn(CATALOGUES, name) ? CATALOGUES[name] : undefined
  const isValid = catalogue && rest.length === 0 && (catalogue.url === undefined || address === undefined)
  if (!isValid)
    throw new UserError(
      `${quote([name, address, ...rest].filter(Boolean).join(' '), MAX_SHOWN)} is not a catalogue that can be imported: run \`npm run catalogue:import -- mcp-registry\` or \`clawhub\`, with \`--base-url\` for another address, or \`agent-skills URL\` or \`ai-catalog URL\`.`,
    )
  if (catalogue.url !== undefined) return catalogue.make(sourceUrl(baseUrl ?? catalogue.url))
  if (address === undefined)
    throw new UserError(`Name the address: \`npm run catalogue:import -- ${name} URL\`.`)
  return catalogue.make(sourceUrl(address, 'URL'))
}
