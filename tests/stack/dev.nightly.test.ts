import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, statusOf, temporaryFolder, until } from '../support/process.ts'
import { copyOfTheProject, npmStart } from './npm-start.ts'

test('npm run dev applies changes of functions, migrations, synonyms, the web site and the stack, also after a mistake', async () => {
  const project = copyOfTheProject()
  const dev = await npmStart({ DATA_DIR: join(temporaryFolder(), 'data') }, { script: 'dev', cwd: project })
  await dev.ready()
  const health = async () => (await fetch(`${dev.baseUrl}/api/health`)).json().catch(() => undefined)
  expect(await health()).toEqual({ status: 'ok' })

  const handler = join(project, 'functions/api/routes/health.ts')
  const original = readFileSync(handler, 'utf8')
  writeFileSync(
    handler,
    original.replace("await call('health', {})", "{ ...(await call('health', {})), edited: 1 }"),
  )
  await until(async () => (await health())?.edited === 1, 30_000)

  writeFileSync(handler, 'export function health( {')
  await until(async () => (await statusOf(`${dev.baseUrl}/api/health`)) === 503, 30_000)
  await until(() => /Edge function is waiting: it does not start/.test(dev.output()), 30_000)
  writeFileSync(handler, original)
  await until(async () => (await health())?.status === 'ok', 30_000)

  const migrations = join(project, 'supabase/migrations')
  writeFileSync(
    join(migrations, '29990101000000_edited_health.sql'),
    "comment on table public.skills is 'edited';",
  )
  await until(() => dev.output().includes('29990101000000_edited_health.sql was applied.'), 30_000)
  writeFileSync(join(migrations, '29990101000001_mistaken.sql'), 'comment on table public.nothing is null;')
  await until(() => /29990101000001_mistaken.sql failed/.test(dev.output()), 30_000)

  rmSync(join(migrations, '29990101000001_mistaken.sql'))
  const synonyms = join(project, 'supabase/synonyms.sql')
  writeFileSync(synonyms, readFileSync(synonyms, 'utf8').replace('$list$)', 'zorilla: polecat\n$list$)'))
  await until(() => dev.output().includes('synonyms.sql was loaded.'), 30_000)

  const index = join(project, 'site/index.html')
  writeFileSync(index, readFileSync(index, 'utf8').replace('<title>', '<title>Edited '))
  const site = async () => (await fetch(new URL('/', dev.baseUrl))).text()
  await until(async () => (await site()).includes('<title>Edited '), 30_000)

  const starts = () => dev.output().match(/^Ready/gm)?.length
  const problems = join(project, 'local/gateway/problems.ts')
  writeFileSync(
    problems,
    readFileSync(problems, 'utf8').replace('Nothing is served', 'Nothing at all is served'),
  )
  await until(() => starts() === 2, 60_000)
  const { detail } = (await (await fetch(dev.baseUrl.replace('/functions/v1', '/x'))).json()) as {
    detail: string
  }
  expect(detail).toContain('Nothing at all')

  const processes = dev.processes()
  process.kill(-dev.pid, 'SIGINT')
  await dev.exited
  await until(() => !processes.some(isAlive), 10_000)
})
