import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { contentSecurityPolicy, DEFAULT_API_BASE_URL, siteHeaders } from './headers.ts'

const projectDir = fileURLToPath(new URL('..', import.meta.url))
const apiBaseUrl = (process.env.API_BASE_URL || DEFAULT_API_BASE_URL).replace(/\/+$/, '')
if (!apiBaseUrl.startsWith('/') && !/^https?:\/\/[^/]/.test(apiBaseUrl)) {
  throw new Error(`API_BASE_URL is “${apiBaseUrl}”: give a path that begins with / or an http(s) address.`)
}

/** The policy in the page, the headers for whoever hosts it, and the documents for agents from the project's root. */
function published(): Plugin {
  return {
    name: 'published',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        // Nothing is painted before the script has chosen the theme; and it is small.
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
  // Any folder of any host will do.
  base: './',
  define: { API_BASE_URL: JSON.stringify(apiBaseUrl) },
  plugins: [published()],
  build: {
    // Browsers of 2024 on: light-dark() and AbortSignal.any().
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // The policy forbids data: addresses, and one script has nothing to preload.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  // `npx vite site`, beside `npm start`.
  server: { proxy: { '/functions/v1': 'http://127.0.0.1:54321' } },
})
