import { createConfig, lintFromString } from '@redocly/openapi-core'

const rules = {
  'operation-description': 'error',
  'parameter-description': 'error',
  'no-invalid-parameter-examples': 'error',
} as const

/** What Redocly's linter finds in a document, by its strictest set of rules and those above: where, which rule, and why. */
export async function lintProblems(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const found = await lintFromString({ source: document, absoluteRef: 'docs/openapi.json', config })
  return found.map(({ ruleId, message, location: [at] }) => `${at?.pointer ?? '#'} ${ruleId}: ${message}`)
}
