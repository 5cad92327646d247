import { quote } from '../../functions/mcp/quote.ts'
import { UserError } from '../../local/cli/user-error.ts'
import { CLAWHUB, clawHub } from './clawhub.ts'
import type { Source } from './entry.ts'
import { sourceUrl } from './http.ts'
import { mcpRegistry } from './mcp-registry.ts'
import { MAX_SHOWN } from './summary.ts'

const CATALOGUES: Record<string, { open: (url: string) => Source; url: string }> = {
  'mcp-registry': { open: mcpRegistry, url: 'https://registry.modelcontextprotocol.io' },
  clawhub: { open: clawHub, url: CLAWHUB },
}

/** The source that the arguments of the command name. @throws UserError */
export function sourceOf([name, ...rest]: string[], baseUrl: string | undefined): Source {
  if (name === undefined)
    throw new UserError('Name the catalogue to import: `npm run catalogue:import -- mcp-registry`.')
  const catalogue = Object.hasOwn(CATALOGUES, name) && rest.length === 0 ? CATALOGUES[name] : undefined
  if (!catalogue)
    throw new UserError(
      `${quote([name, ...rest].join(' '), MAX_SHOWN)} is not a catalogue that can be imported: run \`npm run catalogue:import -- mcp-registry\` or \`clawhub\`, with \`--base-url\` for another address.`,
    )
  return catalogue.open(sourceUrl(baseUrl ?? catalogue.url))
}
