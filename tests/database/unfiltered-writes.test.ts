// Supabase loads `safeupdate` for the Data API: it ends an UPDATE or DELETE without WHERE with 21000, inside functions too.
import { describe, expect, inject, test } from 'vitest'
import { SAFEUPDATE_LIBRARY } from '../support/stack.ts'
import { databaseForTests } from './own-database.ts'
import { unfilteredWrites } from './unfiltered-writes.ts'

const database = databaseForTests()

test('no function updates or deletes without WHERE', async () => {
  const functions = await database.owner<{ name: string; definition: string }[]>`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'admin'::regnamespace)`
  expect(functions.length).toBeGreaterThan(300)
  // What cannot be parsed is an error here: rewrite it.
  const found = functions.flatMap(({ name, definition }) =>
    unfilteredWrites(definition).map((write) => `${name}: ${write}`),
  )
  expect(found).toEqual([])
})

test.runIf(SAFEUPDATE_LIBRARY)('the Data API refuses an update without a filter with 400', async () => {
  const stack = inject('localStack')
  const response = await fetch(`${stack?.apiUrl}/rest/v1/ratings`, {
    method: 'PATCH',
    headers: { apikey: stack?.publishableKey ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ claws: 1 }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: '21000', message: 'UPDATE requires a WHERE clause' })
})

/** A function of PL/pgSQL. */
const plpgsql = (body: string, returns = 'void') =>
  `create function private.planted() returns ${returns} language plpgsql set search_path = '' as $$ ${body} $$`

describe('the check finds', () => {
  test('count_totals and load_common_words of 2.0.0', () => {
    const countTotals = plpgsql(`
      begin
        perform from private.totals where counted_at < clock_timestamp() - interval '60 seconds' for update skip locked;
        if found then
          update private.totals set
            skills = (select count(*) from public.skills where retired_at is null),
            ratings = (select coalesce(sum(total_ratings), 0) from public.skill_stats),
            agents = (select count(*) from public.agents),
            counted_at = clock_timestamp();
        end if;
      end`)
    const loadCommonWords = plpgsql(`
      declare
        documents constant oid := 'private.skill_documents'::pg_catalog.regclass;
      begin
        if not pg_try_advisory_xact_lock(hashtext('private.load_common_words')) then
          return;
        end if;
        delete from private.common_words;
        insert into private.common_words (word, share, analyzed_at)
        select c.word, c.share, last_analyze from pg_catalog.pg_stats as s where s.tablename = 'skill_documents';
      end`)
    expect(unfilteredWrites(countTotals)).toEqual(['update private.totals'])
    expect(unfilteredWrites(loadCommonWords)).toEqual(['delete from private.common_words'])
  })

  test.each([
    [
      'a CTE',
      plpgsql(
        'begin with d as (delete from private.a returning 1) insert into private.b select * from d; end',
      ),
    ],
    [
      'a CTE of a SELECT INTO',
      plpgsql(
        'declare n int; begin with d as (delete from private.a returning 1) select 1 into n from d; end',
      ),
    ],
    [
      'a loop',
      plpgsql('declare r record; begin for r in delete from private.a returning * loop null; end loop; end'),
    ],
    ['RETURN QUERY', plpgsql('begin return query delete from private.a returning 1; end', 'setof int')],
    [
      'a cursor',
      plpgsql(
        'declare c refcursor; begin open c for with d as (delete from private.a returning 1) select 1; end',
      ),
    ],
    [
      'a handler of exceptions',
      plpgsql('begin perform 1; exception when others then delete from private.a; end'),
    ],
    [
      'a loop in a branch',
      plpgsql('begin if true then null; else loop delete from private.a; exit; end loop; end if; end'),
    ],
    [
      'a function whose result is an array of a composite type',
      plpgsql('begin delete from private.a; end', 'private.search_word[]'),
    ],
    [
      'a body that is text',
      "create function private.planted() returns void language sql as 'select 1; delete from private.a'",
    ],
    [
      'a body that is not',
      'create function private.planted() returns void language sql begin atomic delete from private.a; end',
    ],
    ['USING without WHERE', plpgsql('begin delete from private.a using private.b; end')],
  ])('a write in %s', (_, definition) => {
    expect(unfilteredWrites(definition)).toEqual(['delete from private.a'])
  })

  test.each([
    `execute 'delete from private.a where true'`,
    `execute format('update private.%I set b = $1 where true', name) using 3`,
    'execute name',
    `for name in execute 'delete from private.a where true returning b' loop null; end loop`,
  ])('what EXECUTE may write: %s', (statement) => {
    expect(unfilteredWrites(plpgsql(`declare name text; begin ${statement}; end`))).toEqual([
      expect.stringMatching(/^execute /),
    ])
  })

  test.each([
    plpgsql('begin update private.a set b = 1 where true; end'),
    plpgsql('begin insert into private.a values (1) on conflict (b) do update set b = 2; end'),
    plpgsql(`begin execute format('select 1 from private.%I', 'a'); end`),
    plpgsql('declare n int; begin n := 1; n = n + 1; perform from private.a for update; end'),
  ])('nothing in %s', (definition) => {
    expect(unfilteredWrites(definition)).toEqual([])
  })

  test('that a body cannot be parsed', () => {
    expect(() => unfilteredWrites(plpgsql('begin delete private.a; end'))).toThrow('syntax error')
    expect(() => unfilteredWrites('create function f() returns int language c as $$x$$')).toThrow(
      'not checked',
    )
  })
})
