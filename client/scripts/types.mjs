// `npm run types`: writes the types of the API from ../docs/openapi.json, and copies the words and bounds of requests from the functions.
// Checks, builds and tests run it first; git ignores both files.
import { copyFileSync, writeFileSync } from 'node:fs'
import openapi, { astToString } from 'openapi-typescript'

const target = new URL('../src/api/openapi.ts', import.meta.url)
const document = new URL('../../docs/openapi.json', import.meta.url)
writeFileSync(target, astToString(await openapi(document, { exportType: true, alphabetize: false })))

const options = new URL('../../functions/_shared/schemas/options.ts', import.meta.url)
copyFileSync(options, new URL('../src/api/options.ts', import.meta.url))
