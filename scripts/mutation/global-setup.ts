import type { TestProject } from 'vitest/node'

/** Gives the tests of the database the stack that `npm run mutation:sql` started. */
export default function setup(project: TestProject): void {
  project.provide('baseUrl', '')
  project.provide('localStack', JSON.parse(process.env.MUTATION_STACK ?? 'null'))
}
