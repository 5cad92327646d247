import type { TestProject } from 'vitest/node'
// What the tests are told is declared there.
import type {} from '../../tests/support/global-stack.ts'

/** Tells the tests of the database which server is theirs: each makes databases of its own there, out of the mutant's SQL. */
export default function setup(project: TestProject): void {
  const server = JSON.parse(process.env.MUTATION_SERVER ?? '')
  project.provide('baseUrl', server.baseUrl)
  project.provide('localStack', server)
}
