import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { contentSecurityPolicy, DEFAULT_API_BASE_URL, siteHeaders } from './headers.ts'

const projectDir = fileURLToPath(new URL('..', import.meta.url))
const apiBaseUrl = (process.env.API_BASE_URL || DEFAULT_API_BASE_URL).replace(/\/+$/, '')
if (!apiBaseUrl.startsWith('/') && !/^https?:\/\/[^/]/.test(apiBaseUrl)) {
  throw new Error(`API_BASE_URL is “${apiBaseUrl}”. It must be a path that starts with / or an http(s) URL.`)
}

/** Adds the policy to the page, and emits headers.json and the documents for agents. */
function publish(): Plugin {
  return {
    name: 'publish',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        // The small script sets the theme before the first paint.
        html: html.replace('<script type="module"', '<script type="module" blocking="render"'),
        tags: [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy(apiBaseUrl) },
            injectTo: 'head-prepend',
          },
        ],
      }),
    },
    generateBundle() {
      const source = `${JSON.stringify(siteHeaders(apiBaseUrl), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'headers.json', source })
      for (const fileName of ['SKILL.md', 'llms.txt']) {
        const path = join(projectDir, fileName)
        if (existsSync(path)) this.emitFile({ type: 'asset', fileName, source: readFileSync(path) })
      }
    },
  }
}

export default defineConfig({
  // The site works in any folder of any host.
  base: './',
  define: { API_BASE_URL: JSON.stringify(apiBaseUrl) },
  plugins: [publish()],
  build: {
    // Browsers since 2024: light-dark() and AbortSignal.any().
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // The policy blocks data: URLs, and a single script needs no preloading.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  // For `npx vite site` while `npm start` runs.
  server: { proxy: { '/functions/v1': 'http://127.0.0.1:54321' } },
})
