import { beforeAll, describe, expect, test } from 'vitest'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { run } from '../../scripts/program.ts'
import { temporaryFolder } from './npm-start.ts'

const sql = (args: string[], env: Record<string, string>, input = '') =>
  run(process.execPath, ['local/run.mjs', 'scripts/sql.ts', ...args], {
    env: { ...process.env, DB_PORT: '', ...env },
    input,
  })

describe('npm run db:sql', () => {
  let stack: TemporaryStack
  let env: Record<string, string>

  beforeAll(async () => {
    stack = await startTemporaryStack({ mcp: false })
    env = { DATA_DIR: stack.dataDir }
    return () => stack.stop()
  })

  test('prints a table, and finds the stack by its data folder', async () => {
    const query =
      "select 1 as one, null as none, 'Añ\u{1f600}' as text, '{1,2}'::int[] as list union all select 20, 'x', 'b', null"
    expect(await sql([query], env)).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        'one | none | text | list',
        '----+------+------+------',
        '1   |      | Añ\u{1f600}  | [1,2]',
        '20  | x    | b    |',
        '(2 rows)',
        '',
      ].join('\n'),
    })
  })

  test('prints JSON', async () => {
    const query =
      "select 1.50 as exact, 0.1 as number, true as yes, '{\"a\": [1]}'::jsonb as json, array['x'] as list, timestamptz '2026-01-02 03:04:05.678901+00' as at, 9007199254740993 as big, '\\x00ff'::bytea as bytes"
    const { stdout } = await sql(['--json', query], env)
    expect(JSON.parse(stdout)).toEqual([
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
  })

  test('finds the stack by DB_PORT, and reads statements from the input', async () => {
    const DB_PORT = new URL(stack.databaseUrl).port
    const statements =
      'create temporary table t (a int); insert into t values (1), (2); select sum(a) from t; delete from t'
    expect(await sql([], { DATA_DIR: temporaryFolder(), DB_PORT }, statements)).toEqual({
      status: 0,
      stderr: '',
      stdout: 'INSERT 2\nsum\n---\n3\n(1 row)\n',
    })
  })

  test('prints all columns of the same name', async () => {
    const query = 'select 1 as a, 2 as a, 3 as a_2, 4 as a'
    expect((await sql([query], env)).stdout).toBe(
      'a | a | a_2 | a\n--+---+-----+--\n1 | 2 | 3   | 4\n(1 row)\n',
    )
    const { stdout } = await sql(['--json', query], env)
    expect(JSON.parse(stdout)).toEqual([{ a: 1, a_3: 2, a_2: 3, a_4: 4 }])
  })

  test('accepts statements that begin with a comment', async () => {
    const query = '-- Replace the name: x.\nselect 1 as a;'
    const printed = { status: 0, stdout: '[\n  {\n    "a": 1\n  }\n]\n', stderr: '' }
    expect(await sql([query, '--json'], env)).toEqual(printed)
    const { stderr } = await sql(['--comment here\nselect 1 +'], env)
    expect(stderr).toMatch(/^syntax error at end of input \(42601, line 2\)\n$/)
  })

  test('prints no character that a terminal obeys', async () => {
    const query = "select U&'a\\001b[2Jb\\009bc\\202ed' as text"
    for (const options of [[], ['--json']]) {
      const { stdout } = await sql([...options, query], env)
      expect(stdout).toMatch(/a\\u001b\[2Jb\\u009bc\\u202ed/)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    }
  })

  test.each<[what: string, args: string[], message: RegExp]>([
    [
      'a wrong name',
      ['select 1;\nselect nonsense'],
      /^column "nonsense" does not exist \(42703, line 2\)\n$/,
    ],
    [
      'a hint',
      ['select admin.retire_skil(1)'],
      /^function .* does not exist \(42883, line 1\)\. No function/,
    ],
    ['no SQL', [' '], /^Give the SQL to run: `npm run db:sql -- "/],
    ['SQL without quotes', ['select', '1'], /^There is more than one argument: put the SQL into quotes\.\n$/],
  ])('reports %s in one line', async (_, args, message) => {
    const { status, stdout, stderr } = await sql(args, env)
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    })
    expect(stderr.trimEnd()).not.toContain('\n')
  })
})

test('npm run db:sql reports in one line that no stack runs', async () => {
  const DATA_DIR = temporaryFolder()
  expect(await sql(['select 1'], { DATA_DIR })).toMatchObject({
    status: 1,
    stderr: `No stack runs with the data folder ${DATA_DIR}: run \`npm start\`, or set DATA_DIR or DB_PORT to those of your stack.\n`,
  })
  const { status, stderr } = await sql(['select 1'], { DATA_DIR, DB_PORT: '1' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /^The database on port 1 cannot be reached \(.*\): run `npm start`, .*\.\n$/,
    ),
  })
})
