import { defineAttackTests } from './suite.ts'

// A twentieth of the attacks. attacks.nightly.test.ts sends all of them (`npm test -- --mode nightly tests/security/attacks`).
defineAttackTests(20)
