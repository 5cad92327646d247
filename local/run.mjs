// Runs a TypeScript program of this project: `node local/run.mjs local/start.ts`. Before that, it checks the Node version and the
// installed packages, so it is plain JavaScript for old versions of Node and imports no package before the check. Without a program
// it only checks.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import './without-pg-variables.mjs'

const projectDir = dirname(dirname(fileURLToPath(import.meta.url)))

let isDone = false
// Otherwise Node exits with status 0 when the program awaits a promise that never settles.
process.once('beforeExit', () => {
  if (!isDone) process.exitCode = 13
})
main().then(
  () => {
    isDone = true
  },
  (error) => {
    isDone = true
    // Node prints more for an uncaught exception than for a rejected promise.
    setImmediate(() => {
      throw error
    })
  },
)

async function main() {
  const manifest = readJson(join(projectDir, 'package.json'))
  const problem = versionProblem(manifest.engines.node) || packageProblem(manifest)
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
  if (process.argv.length < 3) return
  // As if Node had started the program itself.
  process.argv.splice(1, 1)
  process.argv[1] = resolve(process.argv[1])
  try {
    const { register } = await import('tsx/esm/api')
    register()
    await import(pathToFileURL(process.argv[1]).href)
  } catch (error) {
    // esbuild, which tsx uses, is a native program.
    if (!/installed esbuild for another platform|needed by esbuild/.test(error && error.message)) throw error
    console.error('The installed packages are for another machine: run `npm ci` again.')
    process.exit(1)
  }
}

/** @param {string} range as in package.json: `^20.19.0 || >=24.0.0` */
function versionProblem(range) {
  const isSupported = range.split(' || ').some((version) => {
    const lowest = version.replace(/^\D+/, '')
    const isSameMajor = lowest.split('.')[0] === process.versions.node.split('.')[0]
    return compare(process.versions.node, lowest) >= 0 && (version[0] === '>' || isSameMajor)
  })
  if (isSupported) return ''
  const wanted = range.replace(/\^|>=/g, '').replace(/ \|\| /g, ', ')
  return `Node ${process.versions.node} is not supported: install a current release of Node 20, 22 or 24 (at least ${wanted}).`
}

function compare(one, other) {
  const numbers = (version) => version.split('.').map((part) => parseInt(part, 10))
  const [a, b] = [numbers(one), numbers(other)]
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** The versions in package.json are exact: other versions in node_modules mean that `npm ci` was not run. */
function packageProblem(manifest) {
  const wanted = Object.assign({}, manifest.dependencies, manifest.devDependencies)
  for (const name of Object.keys(wanted)) {
    let installed
    try {
      installed = readJson(join(projectDir, 'node_modules', name, 'package.json')).version
    } catch (_) {
      return `The package ${name} is not installed: run \`npm ci\` first.`
    }
    if (installed !== wanted[name])
      return `The package ${name} is installed in version ${installed} instead of ${wanted[name]}: run \`npm ci\` again.`
  }
  return ''
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
