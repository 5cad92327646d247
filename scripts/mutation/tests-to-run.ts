import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '../program.ts'
import type { Mutant } from './mutant.ts'

/** The kinds of tests, by what they need: nothing, a server of Postgres that they share, one of their own. */
export type Project = 'unit' | 'database' | 'privileges'

/** One run of vitest: some files of one kind. */
export type Step = { project: Project; files: string[] }

/** By file of the program: the tests that are most likely to notice, which run first. */
const FIRST: Record<string, string[]> = {
  'functions/_shared/schemas/responses.ts': ['unit/openapi'],
  'functions/_shared/auth.ts': ['unit/api-key', 'unit/guards'],
  'functions/api/app.ts': ['unit/app'],
  'functions/_shared/http/body.ts': ['unit/body', 'unit/guards'],
  'functions/_shared/cache.ts': ['unit/catalogue'],
  'functions/api/catalogue.ts': ['unit/catalogue'],
  'functions/_shared/http/cors.ts': ['unit/app'],
  'functions/_shared/database.ts': ['unit/database', 'unit/app', 'unit/catalogue'],
  'functions/api/routes/documents.ts': ['unit/app'],
  'functions/_shared/http/etag.ts': ['unit/etag'],
  'functions/_shared/schemas/requests.ts': ['unit/guards', 'unit/fields', 'unit/openapi'],
  'functions/api/routes/health.ts': ['unit/app'],
  'functions/_shared/http/log.ts': ['unit/app'],
  'functions/api/routes/me.ts': ['unit/app'],
  'functions/_shared/text/names.ts': ['unit/names', 'unit/fields'],
  'functions/_shared/http/params.ts': ['unit/app', 'unit/fields'],
  'functions/_shared/errors.ts': ['unit/app', 'unit/database', 'unit/query'],
  'functions/_shared/http/query.ts': ['unit/query'],
  'functions/api/routes/ratings.ts': ['unit/app', 'unit/database'],
  'functions/api/routes/register.ts': ['unit/app', 'unit/settings'],
  'functions/_shared/registration-limit.ts': ['unit/settings'],
  'functions/api/routes/skill-ratings.ts': ['unit/app', 'unit/catalogue'],
  'functions/_shared/settings.ts': ['unit/settings'],
  'functions/api/routes/skills.ts': ['unit/app'],
  'functions/_shared/text/text.ts': ['unit/text', 'unit/guards'],
  'sql/0_text.sql': [
    'database/text',
    'database/bounds',
    'database/names',
    'database/text-cost',
    'database/guards',
  ],
  'sql/1_agents.sql': ['database/keys', 'database/access', 'database/guards', 'database/bounds'],
  'sql/2_skills.sql': ['database/slugs', 'database/access', 'database/guards', 'database/bounds'],
  'sql/3_ratings.sql': ['database/aggregates', 'database/ratings', 'database/access', 'database/guards'],
  'sql/4_catalogue.sql': ['database/ratings', 'database/keys', 'database/bounds', 'database/catalogue'],
  'sql/5_list.sql': ['database/catalogue', 'database/guards', 'database/plans'],
  'sql/6_account.sql': ['database/keys', 'database/guards', 'database/access'],
  'sql/8_admin.sql': [
    'database/admin-reviews',
    'database/admin-skills',
    'database/admin-views',
    'database/access',
  ],
  'sql/7_reviews.sql': ['database/reviews', 'database/guards', 'database/access', 'database/reviews-plans'],
}

/** What is taken away, where that says more than the file does. */
const FIRST_BY_RULE: [RegExp, string[]][] = [
  [
    /grant|revoke|privileges|row level|policy|^on delete|^not null|^primary key|^foreign key/,
    ['database/guards', 'database/access', 'database/schema'],
  ],
  [/^(set search_path|security_)/, ['database/schema']],
  [/^(check|unique) /, ['database/guards', 'database/bounds', 'database/aggregates']],
]

/** What the committed table of privileges tells of. */
const RIGHTS = /grant|revoke|privileges|row level|policy|^security_|^security definer/

/**
 * The runs that should notice a mutant, the likeliest first. It is noticed when any of them fails.
 *
 * What stands twice must be noticed in each layer by itself: the function's rules without the database, those of SQL without
 * the function. So no tests over HTTP are asked.
 */
export function stepsFor({ file, what }: Mutant): Step[] {
  const layer: Project = file.startsWith('sql/') ? 'database' : 'unit'
  const first =
    FIRST_BY_RULE.find(([rule]) => layer === 'database' && rule.test(what))?.[1] ?? FIRST[file] ?? []
  const likely = first
    .map((name) => `tests/${name}.test.ts`)
    .filter((path) => existsSync(join(projectDir, path)))
  const rest = testsIn(layer).filter((path) => !likely.includes(path))
  return [
    { project: layer, files: likely },
    {
      project: 'privileges' as const,
      files: layer === 'database' && RIGHTS.test(what) ? testsIn('privileges') : [],
    },
    { project: layer, files: rest },
  ].filter(({ files }) => files.length > 0)
}

/** Every test of a kind. */
export function testsIn(project: Project): string[] {
  return readdirSync(join(projectDir, 'tests', project))
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => `tests/${project}/${file}`)
}
