import { defineSecretsTest } from './suite.ts'

defineSecretsTest({ killsDatabase: true })
