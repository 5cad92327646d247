// `npm run db:sql` with the stack of the tests.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { run } from '../../scripts/program.ts'

const stack = inject('localStack')
if (!stack) throw new Error('These tests need the stack that the tests start: leave BASE_URL unset.')
const NO_STACK = join(tmpdir(), 'no-stack')

async function sql(
  args: string[],
  env: Record<string, string> = { DATA_DIR: stack?.dataDir ?? '' },
  input = '',
) {
  const { status, stdout, stderr } = await run(
    process.execPath,
    ['local/run.mjs', 'scripts/sql.ts', ...args],
    {
      env: { ...process.env, DB_PORT: '', ...env },
      input,
    },
  )
  return { status, stdout, stderr }
}

const ESCAPES = "select U&'a\\001b[2Jb\\009bc\\202ed' as text"

/** No character that a terminal obeys, but the ends of lines. */
function expectSafe(stdout: string): void {
  expect(stdout).toMatch(/a\\u001b\[2Jb\\u009bc\\u202ed/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
}

test('prints a table for each result, with all columns of one name, and finds the stack by its data folder', async () => {
  const query = `
    select 1 as one, null as none, 'Añ\u{1f600}' as text, '{1,2}'::int[] as list union all select 20, 'x', 'b', null;
    select 1 as a, 2 as a, 3 as a_2, 4 as a;
    ${ESCAPES}`
  const { status, stdout, stderr } = await sql([query])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout.split('\n').slice(0, 9)).toEqual([
    'one | none | text | list',
    '----+------+------+------',
    '1   |      | Añ\u{1f600}  | [1,2]',
    '20  | x    | b    |',
    '(2 rows)',
    'a | a | a_2 | a',
    '--+---+-----+--',
    '1 | 2 | 3   | 4',
    '(1 row)',
  ])
  expectSafe(stdout)
})

test('prints JSON, also if the statements begin with a comment', async () => {
  const query = `-- Replace the name: x.
    select 1.50 as exact, 0.1 as number, true as yes, '{"a": [1]}'::jsonb as json, array['x'] as list,
    timestamptz '2026-01-02 03:04:05.678901+00' as at, 9007199254740993 as big, '\\x00ff'::bytea as bytes;
    select 1 as a, 2 as a, 3 as a_2, 4 as a;
    ${ESCAPES}`
  const { stdout } = await sql([query, '--json'])
  // A list for each result.
  const [first, second] = stdout.split(/(?<=^\])\n/m)
  expect(JSON.parse(first ?? '')).toEqual([
    {
      exact: '1.50',
      number: 0.1,
      yes: true,
      json: { a: [1] },
      list: ['x'],
      at: '2026-01-02 03:04:05.678901+00',
      big: '9007199254740993',
      bytes: '\\x00ff',
    },
  ])
  expect(JSON.parse(second ?? '')).toEqual([{ a: 1, a_3: 2, a_2: 3, a_4: 4 }])
  expectSafe(stdout)
})

test('finds the stack by DB_PORT, and reads statements from the input', async () => {
  const DB_PORT = new URL(stack.databaseUrl).port
  const statements =
    'create temporary table t (a int); insert into t values (1), (2); select sum(a) from t; delete from t'
  expect(await sql([], { DATA_DIR: NO_STACK, DB_PORT }, statements)).toEqual({
    status: 0,
    stderr: '',
    stdout: 'INSERT 2\nsum\n---\n3\n(1 row)\n',
  })
})

describe.concurrent('reports in one line', () => {
  test.each<[what: string, args: string[], message: RegExp, env?: Record<string, string>]>([
    [
      'an error after a comment, with its line and hint',
      ['--comment here\nselect 1;\nselect admin.retire_skil(1)'],
      /^function .* does not exist \(42883, line 3\)\. No function/,
    ],
    ['that there is no SQL', [' '], /^Give the SQL to run: `npm run db:sql -- "/],
    ['SQL without quotes', ['select', '1'], /^There is more than one argument: put the SQL into quotes\.\n$/],
    [
      'that no stack runs',
      ['select 1'],
      /^No stack runs with the data folder .*no-stack: run `npm start`, or set DATA_DIR or DB_PORT to those of your stack\.\n$/,
      { DATA_DIR: NO_STACK },
    ],
    [
      'that the port is another one',
      ['select 1'],
      /^The database on port 1 cannot be reached \(.*\): run `npm start`, .*\.\n$/,
      { DATA_DIR: NO_STACK, DB_PORT: '1' },
    ],
  ])('%s', async (_, args, message, env) => {
    expect(await sql(args, env)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(message) })
  })
})
