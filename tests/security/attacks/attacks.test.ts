import { defineAttackTests } from './suite.ts'

// A tenth of the attacks. attacks.nightly.test.ts sends all of them (`npm run attack`).
defineAttackTests(10)
