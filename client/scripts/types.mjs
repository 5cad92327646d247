// `npm run types`: writes the types of the API from ../docs/openapi.json. With --check it only compares them.
import { readFileSync, writeFileSync } from 'node:fs'
import openapi, { astToString } from 'openapi-typescript'

const target = new URL('../src/api/openapi.ts', import.meta.url)
const header = '// Written by `npm run types` from docs/openapi.json.\n'
const document = new URL('../../docs/openapi.json', import.meta.url)
const options = { exportType: true, alphabetize: false }
const types = header + astToString(await openapi(document, options))

if (!process.argv.includes('--check')) writeFileSync(target, types)
else if (readFileSync(target, 'utf8') !== types) {
  console.error('src/api/openapi.ts does not match docs/openapi.json: run `npm run types`.')
  process.exitCode = 1
}
