import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** What the places of configuration files depend on. */
export type Machine = {
  platform: NodeJS.Platform
  home: string
  cwd: string
  env: Record<string, string | undefined>
}

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env }
}

/** A folder and its parents. */
export function ancestors(folder: string, most = 32): string[] {
  const folders: string[] = []
  for (let current = resolve(folder); folders.length < most; current = dirname(current)) {
    folders.push(current)
    if (dirname(current) === current) break
  }
  return folders
}

/** ~/.config, or what XDG_CONFIG_HOME says. */
export function xdgConfig({ env, home }: Machine): string {
  return env.XDG_CONFIG_HOME || join(home, '.config')
}

/** Where the programs of a desktop keep their settings. */
export function applicationData(machine: Machine): string {
  const { platform, home, env } = machine
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return xdgConfig(machine)
}
