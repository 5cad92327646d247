import { expect, inject, test } from 'vitest'
import { fuzz } from './run.ts'

// The same requests in every run: rare ones are for the long run, `npm run test:fuzz`.
test('random requests get the responses of the model', async () => {
  const { sender, differences } = await fuzz({ baseUrl: inject('baseUrl'), requests: 200, seed: 20 })
  expect({ differences, failures: sender.failures }).toEqual({ differences: [], failures: 0 })
  expect(sender.sent).toBeGreaterThanOrEqual(200)
})
