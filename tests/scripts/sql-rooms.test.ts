import { describe, expect, test } from 'vitest'
import { roomProblems } from '../../scripts/sql-rooms.ts'

/** The upper file, which the statements of the lower one refer to. */
const upper = `
  create table private.notes (id uuid, body text);
  create function private.later(value text default '') returns text language sql return value;
  create domain private.word as text;
  create type private.pair as (one text, other text);
  create view private.shown as select 1 as one;`

/** What the lower file is told about its references to the upper one. */
function namedBy(sql: string): string[] {
  const files = [
    { name: 'text/10_lower.sql', text: `create table public.things (id uuid, name text);\n${sql}` },
    { name: 'skills/20_upper.sql', text: upper },
  ]
  return roomProblems(files).map(
    (problem) => / names (.+) of sql\/skills\/20_upper\.sql\.$/.exec(problem)?.[1] ?? problem,
  )
}

const body = (text: string, declarations = '') =>
  `create function private.f() returns trigger language plpgsql as $$ declare ${declarations} x text; begin ${text} end $$;`

describe('a reference upwards is found', () => {
  test.each([
    ['in a view', 'create view private.v as select * from private.notes'],
    [
      'behind a name of WITH',
      'create view private.v as with n as (select * from private.notes) select * from n',
    ],
    ['in a default', 'create table private.t (a text default private.later())'],
    ['in a check', "create table private.t (a text check (private.later(a) <> ''))"],
    ['in a foreign key', 'create table private.t (a uuid references private.notes)'],
    ['as the type of a column', 'create table private.t (a private.word)'],
    ['in an index', 'create index on public.things (private.later(name))'],
    ['in a policy', 'create policy p on public.things using (exists (select from private.notes))'],
    [
      'as the table of a trigger',
      'create trigger t after insert on private.notes execute function private.g()',
    ],
    [
      'as the function of a trigger',
      'create trigger t after insert on public.things execute function private.later()',
    ],
    [
      'as an argument type',
      'create function private.f(a private.word[]) returns text language sql return null',
    ],
    ['as a return type', 'create function private.f() returns setof private.pair language sql return null'],
    ['after RETURN', 'create function private.f() returns text language sql return private.later()'],
    [
      'in BEGIN ATOMIC',
      'create function private.f() returns void language sql begin atomic delete from private.notes; end',
    ],
    [
      'in a function in SQL',
      'create function private.f() returns text language sql as $$ select private.later() $$',
    ],
    ['in an expression of PL/pgSQL', body('x := private.later(x);')],
    ['in a condition of PL/pgSQL', body("if private.later() = '' then null; end if;")],
    ['in a query of PL/pgSQL', body('select n.body into x from private.notes as n;')],
    ['in PERFORM', body('perform private.later();')],
    ['in a loop', body('for x in select one from private.shown loop null; end loop;')],
    ['in RAISE', body("raise sqlstate 'PT400' using message = private.later();")],
    ['in an exception handler', body('null; exception when others then perform private.later();')],
    ['as the type of a variable', body('null;', 'y private.word;')],
    ['as %rowtype', body('null;', 'y private.notes%rowtype;')],
    ['as %type', body('null;', 'y private.notes.body%type;')],
    ['in the default of a variable', body('null;', 'y text := private.later();')],
    [
      'in the default of a variable whose type is a row',
      body('null;', 'y public.things := private.later();'),
    ],
    ['in EXECUTE of a constant', body("execute 'delete from private.notes';")],
    ['in DO', 'do $$ begin perform private.later(); end $$'],
    ['in a cast', "select ('a', 'b')::private.pair"],
    ['as regclass', "select 'private.notes'::regclass"],
    ['as regprocedure', "select 'private.later(text)'::regprocedure"],
    ['in GRANT on a table', 'grant select on private.notes to anon'],
    ['in GRANT on a function', 'grant execute on function private.later to anon'],
    ['in a comment on a table', "comment on table private.notes is ''"],
    ['in a comment on a column', "comment on column private.notes.body is ''"],
    ['in a comment on a function', "comment on function private.later is ''"],
    ['in a comment on a type', "comment on type private.pair is ''"],
    ['in ALTER TABLE', 'alter table private.notes enable row level security'],
    ['in ALTER DOMAIN', 'alter domain private.word set not null'],
  ])('%s', (_, sql) => {
    expect(namedBy(sql)).toEqual(/private\.(notes|later|word|pair|shown)/.exec(sql)?.slice(0, 1))
  })
})

test.each([
  ['a reference downwards', 'create view private.v as select * from public.things'],
  ['a name in a string or comment', "select 'private.notes' /* private.notes */ -- private.later()"],
  ['a name of WITH like a table', 'create view private.v as with notes as (select 1) select * from notes'],
  ['a column', 'select later.private from public.things as later'],
])('allows %s', (_, sql) => {
  expect(namedBy(sql)).toEqual([])
})

test.each([
  ['return query execute x;', 'setof text'],
  ["execute format('delete from private.%I', x);", 'void'],
  ['for x in execute x loop null; end loop;', 'void'],
])('%s runs SQL from a string', (text, type) => {
  const sql = `create function private.f() returns ${type} language plpgsql as $$ declare x text; begin ${text} end $$`
  expect(roomProblems([{ name: 'text/10_lower.sql', text: sql }])).toEqual([
    'sql/text/10_lower.sql runs SQL from a string, whose references are not known: write a statement.',
  ])
})

test('every file has its own number in its room, and every object is defined once', () => {
  const files = [
    { name: 'text/10_one.sql', text: 'create function private.f(a text) returns text language sql return a' },
    {
      name: 'text/10_two.sql',
      text: 'create or replace function private.f(a uuid) returns uuid language sql return a',
    },
    {
      name: 'skills/10_three-3.sql',
      text: 'create type private.a as enum (); create or replace view private.a as select 1',
    },
  ]
  expect(roomProblems(files)).toEqual([
    'sql/skills/10_three-3.sql: a name has two digits, an underscore and words in lower case.',
    'sql/text/10_two.sql has the number of another file.',
    'sql/text/10_two.sql defines private.f(a uuid): sql/text/10_one.sql does, too.',
    'sql/skills/10_three-3.sql defines private.a twice.',
  ])
})

test('functions of one file may have the same name', () => {
  const text = ['text', 'uuid']
    .map((type) => `create function private.f(a ${type}) returns ${type} language sql return a;`)
    .join('\n')
  expect(roomProblems([{ name: 'text/10_one.sql', text }])).toEqual([])
})

test('names the file that Postgres cannot parse', () => {
  const files = [{ name: 'text/10_one.sql', text: 'create view private.v as select (' }]
  expect(() => roomProblems(files)).toThrow('sql/text/10_one.sql cannot be parsed: ')
})
