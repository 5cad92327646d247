import { expect, test } from 'vitest'
import { PLACES, projectFolders } from '../src/doctor/places.ts'

/** The files of the user and the machine, with slashes: the tests run on any system. */
function filesOn(platform: NodeJS.Platform, home: string, env: Record<string, string> = {}): string[] {
  const machine = { platform, home, cwd: home, env }
  return PLACES.flatMap(({ user }) => user?.(machine) ?? []).map((path) => path.replaceAll('\\', '/'))
}

test('knows the places on macOS', () => {
  const support = '/Users/ada/Library/Application Support'
  expect(filesOn('darwin', '/Users/ada')).toEqual(
    expect.arrayContaining([
      '/Users/ada/.claude.json',
      '/Library/Application Support/ClaudeCode/managed-mcp.json',
      `${support}/Claude/claude_desktop_config.json`,
      '/Users/ada/.cursor/mcp.json',
      `${support}/Code/User/mcp.json`,
      '/Users/ada/.codeium/windsurf/mcp_config.json',
      '/Users/ada/.codex/config.toml',
      '/Users/ada/.gemini/settings.json',
      '/Library/Application Support/GeminiCli/settings.json',
      '/Users/ada/.config/opencode/opencode.json',
    ]),
  )
})

test('knows the places on Windows', () => {
  const home = 'C:/Users/ada'
  const env = { APPDATA: `${home}/AppData/Roaming`, LOCALAPPDATA: `${home}/AppData/Local` }
  expect(filesOn('win32', home, env)).toEqual(
    expect.arrayContaining([
      `${home}/.claude.json`,
      'C:/Program Files/ClaudeCode/managed-mcp.json',
      `${home}/AppData/Roaming/Claude/claude_desktop_config.json`,
      `${home}/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json`,
      `${home}/.cursor/mcp.json`,
      `${home}/AppData/Roaming/Code/User/mcp.json`,
      `${home}/.codeium/windsurf/mcp_config.json`,
      `${home}/.codex/config.toml`,
      `${home}/.gemini/settings.json`,
      'C:/ProgramData/gemini-cli/settings.json',
      `${home}/.config/opencode/opencode.json`,
    ]),
  )
})

test('reads projects up to the home folder', () => {
  const machine = { platform: 'linux' as const, home: '/home/ada', env: {} }
  expect(projectFolders({ ...machine, cwd: '/home/ada/work/shop' })).toEqual([
    '/home/ada/work/shop',
    '/home/ada/work',
  ])
  expect(projectFolders({ ...machine, cwd: '/srv/shop' })).toEqual(['/srv/shop', '/srv', '/'])
})
