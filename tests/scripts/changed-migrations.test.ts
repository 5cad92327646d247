import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changedMigrations } from '../../scripts/changed-migrations.ts'
import { run } from '../../scripts/program.ts'

test('finds migrations of origin/main or of a tag that were edited or deleted, but not new ones', async () => {
  const baseline = '20261123225856_baseline.sql'
  const cwd = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const git = async (...args: string[]) => {
    const identity = ['user.name=Test', 'user.email=test@example.com', 'commit.gpgsign=false']
    expect(
      (await run('git', [...identity.flatMap((setting) => ['-c', setting]), ...args], { cwd })).status,
    ).toBe(0)
  }
  const write = (name: string, text: string) => writeFileSync(join(cwd, 'supabase/migrations', name), text)
  mkdirSync(join(cwd, 'supabase/migrations'), { recursive: true })
  for (const name of [baseline, '2_edited.sql', '3_deleted.sql']) write(name, 'select 1;\n')
  await git('init', '--quiet')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Migrations')
  expect(await changedMigrations(undefined, cwd)).toEqual([])

  await git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  await git('tag', 'v1.0.0')
  write('2_edited.sql', 'select 2;\n')
  rmSync(join(cwd, 'supabase/migrations/3_deleted.sql'))
  write('4_new.sql', 'select 1;\n')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Changes')
  const changed = ['supabase/migrations/2_edited.sql', 'supabase/migrations/3_deleted.sql']
  expect(await changedMigrations(undefined, cwd)).toEqual(changed)
  expect(await changedMigrations('v1.0.0', cwd)).toEqual(changed)
  // The migrations before the baseline were replaced by it.
  rmSync(join(cwd, 'supabase/migrations', baseline))
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Earlier')
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  write('2_edited.sql', 'select 3;\n')
  expect(await changedMigrations(undefined, cwd)).toEqual([])
})
