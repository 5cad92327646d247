// What the local stack keeps of what its parts print.
import { spawnSync } from 'node:child_process'
import { closeSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { Log } from '../../local/stack/log.ts'
import { temporaryFolder } from '../support/process.ts'

const LIMIT = 5_000_000
const newLog = () => new Log(join(temporaryFolder(), 'logs', 'process.log'))

test('a line is kept without its keys', () => {
  const log = newLog()
  log.write(`a key claw_${'0'.repeat(56)} in a line\n`)
  expect(readFileSync(log.path, 'utf8')).toBe('a key claw_… in a line\n')
})

test('renames a log that exceeds its limit; open writers continue in the same file', () => {
  const log = newLog()
  const descriptor = log.open() as number
  const print = (text: string) => {
    const program = `console.log(${JSON.stringify(text)})`
    spawnSync(process.execPath, ['-e', program], { stdio: ['ignore', descriptor, 'ignore'] })
  }
  writeFileSync(log.path, 'x'.repeat(LIMIT))
  log.rotate()
  expect(statSync(log.path).size).toBe(LIMIT)

  print('one too many')
  log.rotate()
  print('the next')
  closeSync(descriptor)
  expect(readFileSync(log.path, 'utf8')).toBe('the next\n')
  expect(readFileSync(`${log.path}.old`, 'utf8')).toMatch(/^x+one too many\n$/)
  log.write('mine\n')
  expect(readFileSync(log.path, 'utf8')).toBe('the next\nmine\n')
})

test('a log that cannot be written stops nothing', () => {
  const log = new Log(temporaryFolder())
  expect(() => log.write('a line\n')).not.toThrow()
  expect(log.open()).toBeUndefined()
})

test('a log whose folder was deleted gets a new one', () => {
  const log = newLog()
  rmSync(dirname(log.path), { recursive: true })
  closeSync(log.open() as number)
  expect(readFileSync(log.path, 'utf8')).toBe('')
})
