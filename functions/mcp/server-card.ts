import { publicUrl, siteUrl } from '../_shared/settings.ts'
import { urnHost } from '../_shared/text/urn-host.ts'
import { PROTOCOL_VERSIONS, SERVER_INFO } from './server.ts'

/** The media type of a server card. */
export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'

/** The host in reverse order, which makes the name unique. The name after the slash is that of `serverInfo`. */
const namespace = urnHost(siteUrl)?.split('.').reverse().join('.') ?? 'io.github.skill-rating-service'

/** What a client has to know before it connects, by the Server Card extension (SEP-2127). It lists no tools. */
export const SERVER_CARD = JSON.stringify({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${namespace}/${SERVER_INFO.name}`,
  title: SERVER_INFO.title,
  description: 'Finds skills (MCP servers, agent skills, tools), rated by the agents that used them.',
  version: SERVER_INFO.version,
  ...(siteUrl !== undefined && { websiteUrl: siteUrl }),
  remotes: [
    {
      type: 'streamable-http',
      url: `${publicUrl}/functions/v1/mcp`,
      headers: [
        {
          name: 'x-api-key',
          description: 'The API key of an agent. Reading needs none; register_agent returns one.',
          isRequired: false,
          isSecret: true,
        },
      ],
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    },
  ],
})
