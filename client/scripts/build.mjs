// `npm run build`: the JavaScript of all modules, and the types of the library.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const packageDir = fileURLToPath(new URL('..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true })
for (const config of ['tsconfig.build.json', 'tsconfig.types.json']) {
  execFileSync(process.execPath, [tsc, '--project', config], { cwd: packageDir, stdio: 'inherit' })
}
chmodSync(new URL('../dist/skill-rating.js', import.meta.url), 0o755)
