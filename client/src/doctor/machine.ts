import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isNetworkPath } from './read.ts'

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

/** A folder without links in its path; itself if it does not exist, and undefined if that is not known. */
export function realFolder(folder: string): string | undefined {
  if (isNetworkPath(folder)) return resolve(folder)
  try {
    return realpathSync(folder)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? resolve(folder) : undefined
  }
}

/** As programs see the folder in which they are: links in it lead to the folder above their target. */
export function resolveFolder(from: string, to: string): string {
  return resolve(realFolder(from) ?? from, to)
}

/** `link/..` is another folder for the system than for a program that shortens paths. */
export function isUncertainFolder(path: string): boolean {
  return /(^|[\\/])(?!\.{1,2}[\\/])[^\\/]+[\\/]+(\.[\\/]+)*\.\.(?=[\\/]|$)/.test(path)
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
