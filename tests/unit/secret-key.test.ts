// The platform gives the secret key to every function. Only the code of `identity` reads it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn } from '../../local/files-in.ts'
import { projectDir } from '../../local/project-dir.ts'

const folder = join(projectDir, 'functions')
const files = filesIn(folder).filter((file) => /\.(ts|json)$/.test(file))
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

test('no other function reads the secret key, the whole environment, or a module of identity', () => {
  const others = files.filter((file) => !file.startsWith('identity/'))
  expect(others.length).toBeGreaterThan(50)
  const reading =
    /SUPABASE_SECRET_KEYS|SERVICE_ROLE|secretKey|env\.toObject|process\.env|from '[^']*identity\//
  expect(others.filter((file) => reading.test(textOf(file)))).toEqual([])
})

test('identity reads it in one file, which one other imports it from', () => {
  const own = files.filter((file) => file.startsWith('identity/'))
  expect(own.filter((file) => textOf(file).includes('SUPABASE_SECRET_KEYS'))).toEqual([
    'identity/settings.ts',
  ])
  expect(own.filter((file) => textOf(file).includes('secretKey'))).toEqual([
    'identity/database.ts',
    'identity/settings.ts',
  ])
})
