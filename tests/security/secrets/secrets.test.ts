import { defineSecretsTest } from './suite.ts'

defineSecretsTest({ killsDatabase: false })
