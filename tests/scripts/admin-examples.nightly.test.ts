import { testExamples } from './examples.ts'

// Every command of the page runs, in its order: one that fails fails the test.
testExamples(['docs/admin.md'])
