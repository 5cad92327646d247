import { defineAttackTests } from './suite.ts'

defineAttackTests(1)
