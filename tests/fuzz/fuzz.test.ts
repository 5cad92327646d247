import { expect, inject, test } from 'vitest'
import { fuzz } from './run.ts'

// The same requests in every run of the tests: what only some would meet is the long run's to find (npm run fuzz).
test('hundreds of random requests are answered as the contract and the model say, none with 5xx', async () => {
  const { sent, failures, differences } = await fuzz({ baseUrl: inject('baseUrl'), requests: 500, seed: 20 })
  expect(differences).toEqual([])
  expect(failures).toBe(0)
  expect(sent).toBeGreaterThanOrEqual(500)
}, 60_000)
