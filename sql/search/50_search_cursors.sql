-- What the cursor of a search by relevance carries: the position of a skill, and how the search ranks.

create domain private.search_rank as jsonb;
alter domain private.search_rank add constraint search_rank_valid check (
  jsonb_array_length(value) in (2, 3)
  and pg_input_is_valid((value -> 0)::text, 'bigint')
  and pg_input_is_valid((value -> 1)::text, 'private.cursor_uuid')
  and coalesce(pg_input_is_valid(value ->> 2, 'bigint'), true)
) not valid;
comment on domain private.search_rank is 'The JSON of a private.search_position. Version 1.0.0 wrote no third part, and it can be null.';

create domain private.cursor_ranking as jsonb;
alter domain private.cursor_ranking add constraint cursor_ranking_valid check (case jsonb_typeof(value)
  when 'string' then pg_input_is_valid(value #>> '{}', 'private.search_word[]')
  when 'object' then value ? 'weights'
  else false
end) not valid;
comment on domain private.cursor_ranking is 'The JSON of how a search ranks: the text of an array of private.search_word. Version 1.1.0 wrote an object, which is not used.';

create function private.cursor_words(ranking jsonb) returns private.search_word[]
language plpgsql stable strict set search_path = ''
as $$
begin
  return case when jsonb_typeof(ranking) = 'string' then (ranking #>> '{}')::private.search_word[] end;
end
$$;
comment on function private.cursor_words is 'The words of a search, of what a cursor carries; null if version 1.1.0 wrote it.';

grant execute on function private.cursor_words to anon, authenticated;
