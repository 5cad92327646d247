import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from './program.ts'

/**
 * Where the versions in functions/api/deno.json, which the hosted platform takes, are not those in package.json, which
 * `npm ci` installs for everything else; and where either is not exact.
 */
export function versionDifferences(
  denoJson = read('functions/api/deno.json'),
  packageJson = read('package.json'),
): string[] {
  const { imports } = JSON.parse(denoJson) as { imports: Record<string, string> }
  const { dependencies } = JSON.parse(packageJson) as { dependencies: Record<string, string> }
  const imported = new Set<string>()
  const differences = Object.entries(imports).flatMap(([name, target]) => {
    const [, packageName = '', version = ''] = /^npm:\/?((?:@[^/]+\/)?[^@/]+)@([^/]+)/.exec(target) ?? []
    imported.add(packageName)
    if (!/^\d+\.\d+\.\d+$/.test(version))
      return `deno.json takes ${name} from ${target}, which is no exact version.`
    const wanted = dependencies[packageName]
    return wanted === version
      ? []
      : `${packageName} is ${version} in deno.json and ${wanted ?? 'missing'} in package.json.`
  })
  const unused = Object.keys(dependencies)
    .filter((name) => !imported.has(name))
    .map((name) => `${name} is in package.json's dependencies, but not in deno.json.`)
  return [...differences, ...unused]
}

function read(path: string): string {
  return readFileSync(join(projectDir, path), 'utf8')
}
