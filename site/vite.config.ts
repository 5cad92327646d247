import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { escapeHtml } from '../functions/_shared/text/xml.ts'
import { agentSkillFiles, llmsText } from './agent-skills.ts'
import { baseUrl, fullApiUrl } from './base-url.ts'
import { clientPackage } from './client-package.ts'
import { discovery } from './discovery.ts'
import { contentSecurityPolicy, DEFAULT_API_BASE_URL, siteHeaders } from './headers.ts'
import { PAGE_PATHS } from './paths.ts'

const projectDir = fileURLToPath(new URL('..', import.meta.url))
const apiBaseUrl = baseUrl('API_BASE_URL') || DEFAULT_API_BASE_URL
const siteBaseUrl = baseUrl('SITE_BASE_URL')
const apiUrl = fullApiUrl(apiBaseUrl, siteBaseUrl)
const basePath = siteBaseUrl.replace(/^https?:\/\/[^/]*/, '')
const [skillMd, llms] = ['SKILL.md', 'llms.txt'].map((name) =>
  readFileSync(join(projectDir, name), 'utf8'),
) as [string, string]
const { version, repository }: { version: string; repository?: { url?: string } } = JSON.parse(
  readFileSync(join(projectDir, 'package.json'), 'utf8'),
)
// Without the host of the site, no identifier can name it.
const { files, links } = discovery(skillMd, siteBaseUrl.startsWith('http') ? siteBaseUrl : undefined, apiUrl)

/** Adds the policy to the page, and emits what hosts and agents need. */
function publish(): Plugin {
  return {
    name: 'publish',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html
          // The small script sets the theme before the first paint.
          .replace('<script type="module"', '<script type="module" blocking="render"')
          // Without JavaScript, the page says where the API is.
          .replace(DEFAULT_API_BASE_URL, () => escapeHtml(apiBaseUrl)),
        tags: [
          {
            tag: 'meta',
            attrs: {
              'http-equiv': 'Content-Security-Policy',
              content: contentSecurityPolicy(apiBaseUrl),
            },
            injectTo: 'head-prepend',
          },
          ...links.map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const })),
        ],
      }),
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source })
        emit('headers.json', `${JSON.stringify(siteHeaders(apiBaseUrl), null, 2)}\n`)
        // Static hosts answer other paths with the app: Netlify and Cloudflare by the rules, others by 404.html.
        const rules = PAGE_PATHS.map((path) => `${basePath}${path} ${basePath}/index.html 200\n`)
        emit('_redirects', rules.join(''))
        const index = bundle['index.html']
        if (index?.type === 'asset') emit('404.html', index.source)
        if (clientPackage) emit(clientPackage.shown.fileName, clientPackage.content)
        emit('llms.txt', llmsText(llms, apiUrl))
        for (const [path, text] of await agentSkillFiles(skillMd, apiUrl)) emit(path, text)
        for (const [path, text] of files) emit(path, text)
      },
    },
  }
}

export default defineConfig({
  base: `${basePath}/`,
  define: {
    API_BASE_URL: JSON.stringify(apiBaseUrl),
    CLIENT_PACKAGE: JSON.stringify(clientPackage?.shown ?? null),
    SITE_BASE_URL: JSON.stringify(siteBaseUrl),
    VERSION: JSON.stringify(version),
    SOURCE_URL: JSON.stringify(repository?.url?.replace(/^git\+|\.git$/g, '') ?? ''),
  },
  plugins: [publish()],
  build: {
    // Browsers since 2024: light-dark() and AbortSignal.any().
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // The policy blocks data: URLs.
    assetsInlineLimit: 0,
    // What a script imports is loaded at the same time. All browsers above can do that.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // For `npx vite site` while `npm start` runs.
  server: { proxy: { '/functions/v1': 'http://127.0.0.1:54321' } },
})
