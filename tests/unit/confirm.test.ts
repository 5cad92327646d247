import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isConfirmed } from '../../local/cli/confirm.ts'

test.each([
  ['y\r', true],
  ['Yes\r', true],
  ['n\r', false],
  ['\r', false],
  ['yesterday\r', false],
  ['y\u0003', false],
  ['\u0004', false],
])('a question answered with %j gives %s', async (typed, confirmed) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const printed = text(output)
  input.write(typed)
  expect(await isConfirmed('Delete it?', input, output)).toBe(confirmed)
  output.end()
  expect(await printed).toContain('Delete it? [y/N]')
})

test('a terminal that goes away does not confirm', async () => {
  const input = new PassThrough()
  input.end('y')
  expect(await isConfirmed('Delete it?', input, new PassThrough())).toBe(false)
})
