import { DOCUMENTS } from '../../scripts/examples/documents.ts'
import { testExamples } from './examples.ts'

// docs/admin.md, with many commands, is in admin-examples.nightly.test.ts.
testExamples(DOCUMENTS.filter((document) => document !== 'docs/admin.md'))
