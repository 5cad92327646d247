import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Form, Format } from './formats.ts'
import { ancestors, applicationData, type Machine, xdgConfig } from './machine.ts'

/** Where a client keeps its MCP servers. */
export type Location = {
  client: string
  /** Other clients that read the same files, by the form of their lists. */
  clients?: Partial<Record<Form, string>>
  format: Format
  /** Files of the user and of the whole machine. `*` matches every folder. */
  user?: (machine: Machine) => string[]
  /** Files in a project: in the current folder and those above it. */
  project?: string[]
}

/** All places, for Linux, macOS and Windows. docs/client.md links the documentation of each. */
export const LOCATIONS: Location[] = [
  {
    client: 'claude-code',
    format: 'claudeJson',
    user: ({ env, home }) => [join(env.CLAUDE_CONFIG_DIR || home, '.claude.json')],
  },
  {
    client: 'claude-code',
    clients: { servers: 'visual-studio', bare: 'copilot-cli' },
    format: 'mcp',
    user: ({ platform, env }) => [
      {
        darwin: '/Library/Application Support/ClaudeCode/managed-mcp.json',
        win32: join(env.ProgramFiles || 'C:\\Program Files', 'ClaudeCode', 'managed-mcp.json'),
      }[platform as string] ?? '/etc/claude-code/managed-mcp.json',
    ],
    project: ['.mcp.json'],
  },
  {
    client: 'claude-desktop',
    format: 'settings',
    user: (machine) => [
      join(applicationData(machine), 'Claude', 'claude_desktop_config.json'),
      // The version of the Microsoft Store, and newer installers, have their own folder: anthropics/claude-code#25579.
      ...(machine.platform === 'win32' && machine.env.LOCALAPPDATA
        ? [
            join(
              machine.env.LOCALAPPDATA,
              'Packages',
              'Claude_pzs8sxrjxfjjc',
              'LocalCache',
              'Roaming',
              'Claude',
              'claude_desktop_config.json',
            ),
          ]
        : []),
    ],
  },
  {
    client: 'cursor',
    format: 'mcp',
    user: ({ home }) => [join(home, '.cursor', 'mcp.json')],
    project: [join('.cursor', 'mcp.json')],
  },
  {
    client: 'vscode',
    format: 'mcp',
    user: (machine) =>
      vscodeFolders(machine).flatMap((folder) => [
        join(folder, 'mcp.json'),
        join(folder, 'profiles', '*', 'mcp.json'),
      ]),
    project: [join('.vscode', 'mcp.json')],
  },
  {
    // Before mcp.json.
    client: 'vscode',
    format: 'vscodeSettings',
    user: (machine) => vscodeFolders(machine).map((folder) => join(folder, 'settings.json')),
    project: [join('.vscode', 'settings.json')],
  },
  {
    client: 'copilot-cli',
    format: 'mcp',
    user: ({ env, home }) => [join(env.COPILOT_HOME || join(home, '.copilot'), 'mcp-config.json')],
    project: [join('.github', 'mcp.json')],
  },
  {
    client: 'visual-studio',
    format: 'mcp',
    user: ({ home, platform }) => (platform === 'win32' ? [join(home, '.mcp.json')] : []),
    project: [join('.vs', 'mcp.json')],
  },
  {
    client: 'windsurf',
    format: 'mcp',
    user: ({ home }) => [
      join(home, '.codeium', 'windsurf', 'mcp_config.json'),
      // The plugin for other editors.
      join(home, '.codeium', 'mcp_config.json'),
    ],
  },
  {
    client: 'lm-studio',
    format: 'mcp',
    user: ({ home }) => [join(home, '.lmstudio', 'mcp.json')],
  },
  {
    client: 'zed',
    format: 'zed',
    user: (machine) => [
      // Its folder is ~/.config/zed on macOS, too.
      machine.platform === 'win32'
        ? join(applicationData(machine), 'Zed', 'settings.json')
        : join(xdgConfig(machine), 'zed', 'settings.json'),
    ],
    project: [join('.zed', 'settings.json')],
  },
  {
    client: 'codex',
    format: 'codex',
    user: ({ env, home, platform }) => [
      join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
      ...(platform === 'win32' ? [] : ['/etc/codex/config.toml']),
    ],
    project: [join('.codex', 'config.toml')],
  },
  {
    client: 'gemini-cli',
    format: 'settings',
    user: (machine) => {
      const { env, home } = machine
      const system = systemFolder(machine, 'GeminiCli', 'gemini-cli')
      return [
        join(home, '.gemini', 'settings.json'),
        join(home, '.gemini', 'extensions', '*', 'gemini-extension.json'),
        env.GEMINI_CLI_SYSTEM_SETTINGS_PATH || join(system, 'settings.json'),
        env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(system, 'system-defaults.json'),
      ]
    },
    project: [join('.gemini', 'settings.json')],
  },
  {
    client: 'opencode',
    format: 'opencode',
    // Its own folder is ~/.config/opencode on Windows, too.
    user: (machine) => {
      const { OPENCODE_CONFIG, OPENCODE_CONFIG_DIR } = machine.env
      const folders = [
        join(xdgConfig(machine), 'opencode'),
        ...(OPENCODE_CONFIG_DIR ? [OPENCODE_CONFIG_DIR] : []),
        systemFolder(machine, 'opencode', 'opencode'),
      ]
      return [
        ...folders.flatMap((folder) =>
          ['config.json', 'opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)),
        ),
        ...(OPENCODE_CONFIG ? [OPENCODE_CONFIG] : []),
      ]
    },
    project: [
      'opencode.json',
      'opencode.jsonc',
      join('.opencode', 'opencode.json'),
      join('.opencode', 'opencode.jsonc'),
    ],
  },
]

/** Where administrators put the settings of the whole machine. */
function systemFolder({ platform, env }: Machine, macName: string, name: string): string {
  if (platform === 'darwin') return join('/Library/Application Support', macName)
  if (platform === 'win32') return join(env.ProgramData || 'C:\\ProgramData', name)
  return join('/etc', name)
}

function vscodeFolders(machine: Machine): string[] {
  return ['Code', 'Code - Insiders', 'VSCodium'].map((name) => join(applicationData(machine), name, 'User'))
}

/** Where Agent Skills are: each in a folder with its SKILL.md. */
export type SkillLocation = {
  client: string
  user?: (machine: Machine) => string[]
  project?: string[]
}

export const SKILL_LOCATIONS: SkillLocation[] = [
  {
    client: 'claude-code',
    user: ({ env, home }) => [join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'skills')],
    project: [join('.claude', 'skills')],
  },
  {
    client: 'agent-skills',
    user: ({ home }) => [join(home, '.agents', 'skills')],
    project: [join('.agents', 'skills')],
  },
  {
    client: 'openclaw',
    user: ({ env, home }) => {
      const state = env.OPENCLAW_STATE_DIR || join(home, '.openclaw')
      return [
        join(state, 'skills'),
        join(state, 'workspace', 'skills'),
        join(state, 'workspace', '.agents', 'skills'),
      ]
    },
  },
]

/** The lock files of `npx skills` (https://github.com/vercel-labs/skills: src/skill-lock.ts and src/local-lock.ts). */
export function skillLockFiles(machine: Machine): string[] {
  const { env, home } = machine
  return [
    ...(env.XDG_STATE_HOME ? [join(env.XDG_STATE_HOME, 'skills', '.skill-lock.json')] : []),
    join(home, '.agents', '.skill-lock.json'),
    ...projectFolders(machine).map((folder) => join(folder, 'skills-lock.json')),
  ]
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** The current folder and those above it, up to the home folder, which has the files of the user. */
export function projectFolders({ cwd, home }: Machine): string[] {
  const folders = ancestors(cwd)
  // The current folder has no links in its path, but that of the home folder can have some.
  const end = folders.findIndex((folder) => folder === home || folder === realPath(home))
  return end >= 0 ? folders.slice(0, end) : folders
}
