import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from './program.ts'

/** The names of the edge functions. As the Supabase CLI does, it leaves out folders that start with an underscore. */
export function functionNames(): string[] {
  return readdirSync(join(projectDir, 'functions'))
    .filter((name) => !name.startsWith('_'))
    .sort()
}

/**
 * Differences between the versions in the deno.json files, which the hosted platform uses, and in package.json, and versions that are
 * not exact.
 * @param denoJsons the text of each deno.json by path
 */
export function versionDifferences(
  denoJsons = readDenoJsons(),
  packageJson = read('package.json'),
): string[] {
  const { dependencies } = JSON.parse(packageJson) as { dependencies: Record<string, string> }
  const imported = new Set<string>()
  const differences = Object.entries(denoJsons).flatMap(([path, text]) => {
    const { imports } = JSON.parse(text) as { imports: Record<string, string> }
    return Object.entries(imports).flatMap(([name, target]) => {
      const [, packageName = '', version = ''] = /^npm:\/?((?:@[^/]+\/)?[^@/]+)@([^/]+)/.exec(target) ?? []
      imported.add(packageName)
      if (!/^\d+\.\d+\.\d+$/.test(version))
        return `${path} imports ${name} from ${target}, which is not an exact version.`
      const wanted = dependencies[packageName]
      return wanted === version
        ? []
        : `${packageName} is ${version} in ${path} and ${wanted ?? 'missing'} in package.json.`
    })
  })
  const unused = Object.keys(dependencies)
    .filter((name) => !imported.has(name))
    .map((name) => `${name} is in the dependencies of package.json but in no deno.json.`)
  return [...differences, ...unused]
}

function readDenoJsons(): Record<string, string> {
  const paths = functionNames().map((name) => `functions/${name}/deno.json`)
  return Object.fromEntries(paths.map((path) => [path, read(path)]))
}

function read(path: string): string {
  return readFileSync(join(projectDir, path), 'utf8')
}
