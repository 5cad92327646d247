// Compares responses of Agentic Resource Discovery (ARD) with docs/registry-openapi.json, and with the published schemas if ARD_SPEC
// names a clone of https://github.com/ards-project/ard-spec, which is not part of this repository.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'
import { type ContractResponse, document, expectNoFaults } from './registry-contract.ts'

export const ardSpec = process.env.ARD_SPEC

// The documents have keywords of OpenAPI.
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const OWN = 'https://registry.example/ard.json'
ajv.addSchema({ ...document, $id: OWN })
const published = ardSpec && publishedSchemas(join(ardSpec, 'spec', 'schemas'))

/** Adds the published schemas. @returns the URLs of the OpenAPI document, and of what it says of an entry and a manifest */
function publishedSchemas(folder: string) {
  const schemas = readdirSync(folder).filter((name) => name.endsWith('.schema.json'))
  for (const name of schemas) ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const openapi = 'https://raw.githubusercontent.com/ards-project/ard-spec/main/spec/schemas/ard.openapi.yaml'
  ajv.addSchema({ ...parse(readFileSync(join(folder, 'ard.openapi.yaml'), 'utf8')), $id: openapi })
  // Since v0.91, the specification has a schema of its own, and v0.9 had that of AI catalogues.
  const [name, entry, manifest] = schemas.includes('ard-entry.schema.json')
    ? ['ard-entry.schema.json', '#/$defs/ArdEntry', '#/$defs/ArdManifest']
    : ['ai-catalog.schema.json', '#/$defs/catalogEntry', '']
  const { $id } = JSON.parse(readFileSync(join(folder, name as string), 'utf8')) as { $id: string }
  return { openapi, entry: `${$id}${entry}`, manifest: `${$id}${manifest}` }
}

type Kind = 'SearchResponse' | 'CatalogEntry' | 'Error' | 'Manifest'

/** What is wrong with a value by our schema and the published one. */
export function ardFaultsOf(kind: Kind, value: unknown): string[] {
  const own = {
    SearchResponse: 'ArdSearchResponse',
    CatalogEntry: 'CatalogEntry',
    Error: 'ArdError',
    Manifest: '',
  }
  const references = [
    ...(own[kind] ? [`${OWN}#/components/schemas/${own[kind]}`] : []),
    ...(published
      ? [
          {
            CatalogEntry: published.entry,
            Manifest: published.manifest,
            SearchResponse: `${published.openapi}#/components/schemas/SearchResponse`,
            Error: `${published.openapi}#/components/schemas/Error`,
          }[kind],
        ]
      : []),
  ]
  return references.flatMap(($ref) => {
    // ajv.validate() would compile a new object each time.
    const validate = ajv.getSchema($ref) as ValidateFunction
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${$ref}: ${instancePath} ${message}`)
  })
}

/** Fails the test whose response is not as the schemas say. @param path below /registry/ard */
export function expectArdContract(method: string, path: string, response: ContractResponse): void {
  expectNoFaults(method, path, response, ({ status, body }) => {
    if (status >= 400) return ardFaultsOf('Error', body)
    return ardFaultsOf(path.startsWith('/agents/') ? 'CatalogEntry' : 'SearchResponse', body)
  })
}
