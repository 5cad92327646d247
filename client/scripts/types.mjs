// `npm run types`: writes the types of the API from ../docs/openapi.json. Checks, builds and tests run it first; git ignores the file.
import { writeFileSync } from 'node:fs'
import openapi, { astToString } from 'openapi-typescript'

const target = new URL('../src/api/openapi.ts', import.meta.url)
const document = new URL('../../docs/openapi.json', import.meta.url)
writeFileSync(target, astToString(await openapi(document, { exportType: true, alphabetize: false })))
