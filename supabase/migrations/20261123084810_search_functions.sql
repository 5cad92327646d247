set local lock_timeout = '2s';

create or replace function private.stem(word text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- In PL/pgSQL, here and below: each query would plan a SQL function again, which costs a search more than the work itself.
  return coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
end
$$;

create or replace function private.term(word text, suffix text default '') returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- No word contains a quote or a backslash.
  return ('''' || word || '''' || suffix)::tsquery;
end
$$;

create or replace function private.document_count() returns float8
language plpgsql stable set search_path = ''
as $$
begin
  -- The estimate of the last vacuum or analyze. A catalogue without one is small, and is counted.
  return coalesce(
    (select nullif(greatest(reltuples, 0), 0) from pg_catalog.pg_class where oid = 'private.skill_documents'::pg_catalog.regclass),
    (select count(*) from (select from private.skill_documents limit 1000) as documents)
  );
end
$$;
