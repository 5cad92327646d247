// `npm run build:site`: builds the web site into site/dist and prints the sizes of its files. API_BASE_URL is the URL of the API, if it
// has another host.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { commandOf, projectDir, run } from './program.ts'

const dist = join(projectDir, 'site', 'dist')

await command('build:site', {}, async () => {
  const args = ['build', join(projectDir, 'site'), '--outDir', dist, '--emptyOutDir', '--logLevel', 'error']
  const { status, stdout, stderr } = await run(process.execPath, [commandOf('vite', 'vite'), ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new UserError(`The site could not be built:\n${stdout}${stderr}`)

  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const sum = { bytes: 0, gzip: 0, files: 0 }
  console.log(`${'bytes'.padStart(8)}${'gzip'.padStart(8)}`)
  for (const path of paths) {
    const name = relative(dist, path).replaceAll('\\', '/')
    const content = readFileSync(path)
    const gzip = gzipSync(content).length
    const isFirst = name === 'index.html' || html.includes(`/${name}"`)
    if (isFirst) {
      sum.bytes += content.length
      sum.gzip += gzip
      sum.files += 1
    }
    console.log(`${line(content.length, gzip)}  ${name}${isFirst ? '  *' : ''}`)
  }
  console.log(`${line(sum.bytes, sum.gzip)}  * on first load: ${sum.files} files, and 1 request to the API`)
})

function line(bytes: number, gzip: number): string {
  return `${String(bytes).padStart(8)}${String(gzip).padStart(8)}`
}
