// Compares responses of Agentic Resource Discovery (ARD) with docs/registry-openapi.json, and with the published schemas if ARD_SPEC
// names a clone of https://github.com/ards-project/ard-spec, which is not part of this repository.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
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

/** Adds the published schemas. @returns the URL of the OpenAPI document, and that of the schema of catalogues, to which it refers */
function publishedSchemas(folder: string) {
  const catalogue = JSON.parse(
    readFileSync(join(folder, 'ai-catalog.schema.json'), 'utf8'),
  ) as AnySchemaObject
  const openapi = new URL('ard.openapi.yaml', catalogue.$id).href
  ajv.addSchema(catalogue)
  ajv.addSchema({ ...parse(readFileSync(join(folder, 'ard.openapi.yaml'), 'utf8')), $id: openapi })
  return { openapi, catalogue: catalogue.$id as string }
}

type Kind = 'SearchResponse' | 'CatalogEntry' | 'Error' | 'Catalogue'

/** What is wrong with a value by our schema and the published one. */
export function ardFaultsOf(kind: Kind, value: unknown): string[] {
  const own = {
    SearchResponse: 'ArdSearchResponse',
    CatalogEntry: 'CatalogEntry',
    Error: 'ArdError',
    Catalogue: '',
  }
  const references = [
    ...(own[kind] ? [`${OWN}#/components/schemas/${own[kind]}`] : []),
    ...(published
      ? [
          {
            CatalogEntry: `${published.catalogue}#/$defs/catalogEntry`,
            Catalogue: published.catalogue,
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
