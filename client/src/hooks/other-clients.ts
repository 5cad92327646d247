/** The settings that make a client count the calls of its MCP servers, or why there are none. `skill-rating hooks` prints them. */
export type ClientHook = { client: string; documentation: string } & (
  | { file: string; settings: object; note: string }
  | { problem: string }
)

/** @param observe the command without the name of the client */
export function hooksOf(observe: string): ClientHook[] {
  const hook = (client: string) => ({ type: 'command', command: `${observe} ${client}` })
  return [
    {
      client: 'Codex',
      documentation: 'https://developers.openai.com/codex/hooks',
      file: '~/.codex/hooks.json',
      settings: {
        hooks: { PostToolUse: [{ matcher: '^mcp__', hooks: [{ ...hook('codex'), timeout: 10 }] }] },
      },
      note: 'Codex asks you to trust it: /hooks. Its documentation does not say whether it runs after a call without a result, such as one of a server that ended: such calls may be missing.',
    },
    {
      client: 'Gemini CLI',
      documentation: 'https://geminicli.com/docs/hooks/reference',
      file: '~/.gemini/settings.json',
      settings: {
        hooks: {
          AfterTool: [
            { matcher: '^mcp_', hooks: [{ ...hook('gemini-cli'), name: 'skill-rating', timeout: 10_000 }] },
          ],
        },
      },
      note: 'Gemini CLI waits for each hook, about as long as Node takes to start.',
    },
    {
      client: 'Cursor',
      documentation: 'https://cursor.com/docs/hooks',
      problem:
        'its documentation of the hook afterMCPExecution has no name of the server, and does not say whether and how failed calls are reported. Start the server by `skill-rating proxy --` instead.',
    },
  ]
}
