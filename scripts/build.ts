// `npm run site:build`: builds the web site, and the command line that it serves, into site/dist and prints the sizes of its files. API_BASE_URL is the URL of the API, if it
// has another host, and SITE_BASE_URL the URL or path of the site. `--prerender N` also writes the pages of the first N skills.
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { filesIn } from '../local/files-in.ts'
import { buildArguments } from '../local/watch/site-build.ts'
import { baseUrl, fullApiUrl } from '../site/base-url.ts'
import { DEFAULT_API_BASE_URL } from '../site/headers.ts'
import { packClient } from './client-package.ts'
import { prerender } from './prerender.ts'
import { projectDir, run } from './program.ts'

const dist = join(projectDir, 'site', 'dist')

const options = {
  prerender: { type: 'string', value: 'N', help: 'Write pages for the first N skills' },
} as const

const variables = {
  API_BASE_URL: `The URL of the API (default: ${DEFAULT_API_BASE_URL} on the host of the site)`,
  SITE_BASE_URL: 'The URL or path of the site, if it is in a folder of its host',
}

await command('site:build', { options, variables }, async ({ prerender: count }) => {
  // The same check in the build would end with a stack trace.
  const [apiBaseUrl, siteUrl] = [baseUrl('API_BASE_URL'), baseUrl('SITE_BASE_URL')]
  const skills = count === undefined ? undefined : skillsToRender(count, apiBaseUrl, siteUrl)
  const apiUrl = fullApiUrl(apiBaseUrl || DEFAULT_API_BASE_URL, siteUrl)
  const client = await packClient(apiUrl)
  const { status, stdout, stderr } = await run(process.execPath, buildArguments(dist), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      CLIENT_PACKAGE: client,
      CLIENT_KNOWS_SERVICE: apiUrl === undefined ? '' : '1',
    },
  })
  rmSync(dirname(client), { recursive: true, force: true })
  if (status !== 0) throw new UserError(`The site could not be built:\n${stdout}${stderr}`)

  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const sum = { bytes: 0, gzip: 0, files: 0 }
  console.log(`${'bytes'.padStart(8)}${'gzip'.padStart(8)}`)
  for (const name of filesIn(dist)) {
    const content = readFileSync(join(dist, name))
    const gzip = gzipSync(content).length
    const isFirst = name === 'index.html' || html.includes(`/${name}"`)
    if (isFirst) {
      sum.bytes += content.length
      sum.gzip += gzip
      sum.files += 1
    }
    console.log(`${line(content.length, gzip)}  ${name}${isFirst ? '  *' : ''}`)
  }
  console.log(`${line(sum.bytes, sum.gzip)}  * on first load: ${sum.files} files, and 2 requests to the API`)
  if (skills) console.log(`${await prerender(skills.count, { dist, ...skills })} pages of skills`)
})

/** @throws UserError when a setting is missing or not valid */
function skillsToRender(
  count: string,
  apiBaseUrl: string,
  siteUrl: string,
): { count: number; siteUrl: string; apiUrl: string } {
  const apiUrl = fullApiUrl(apiBaseUrl || DEFAULT_API_BASE_URL, siteUrl)
  if (!/^https?:/.test(siteUrl) || apiUrl === undefined)
    throw new UserError('--prerender needs SITE_BASE_URL: set it to the URL of the site.')
  return { count: wholeNumber('prerender', count, 1), siteUrl, apiUrl }
}

function line(bytes: number, gzip: number): string {
  return `${String(bytes).padStart(8)}${String(gzip).padStart(8)}`
}
