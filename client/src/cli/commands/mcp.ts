import { bridge } from '../../mcp/bridge.ts'
import { openService } from '../service.ts'

export async function mcp(): Promise<void> {
  const { baseUrl, apiKey } = await openService()
  await bridge({ url: `${baseUrl}/mcp`, apiKey, input: process.stdin, output: process.stdout })
}
