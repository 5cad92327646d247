-- What the cursor of a search by relevance carries: the position of a skill, and how the search ranks.

create function private.is_search_rank(rank jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_array_length(rank) between 2 and 3
    and pg_input_is_valid((rank -> 0)::text, 'bigint')
    and pg_input_is_valid((rank -> 1)::text, 'private.cursor_uuid')
    and coalesce(pg_input_is_valid(rank ->> 2, 'bigint'), true);
end
$$;
comment on function private.is_search_rank is 'Whether JSON is the parts of a private.search_position. Version 1.0.0 wrote no third one, and it can be null.';

create function private.is_cursor_ranking(ranking jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case jsonb_typeof(ranking)
    when 'string' then pg_input_is_valid(ranking #>> '{}', 'private.search_word[]')
    when 'object' then ranking ? 'weights'
    else false
  end;
end
$$;
comment on function private.is_cursor_ranking is 'Whether JSON is how a search ranks, as a cursor has it: the text of an array of private.search_word. Version 1.1.0 wrote an object, which is not used.';

create function private.cursor_words(ranking jsonb) returns private.search_word[]
language plpgsql stable set search_path = ''
as $$
begin
  return case when jsonb_typeof(ranking) = 'string' then (ranking #>> '{}')::private.search_word[] end;
end
$$;
comment on function private.cursor_words is 'The words of a search, of what a cursor carries; null if version 1.1.0 wrote it.';

create function private.is_search_position(value jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_array_length(value) = 2 and private.is_search_rank(value -> 0) and private.is_cursor_ranking(value -> 1);
end
$$;
comment on function private.is_search_position is 'Whether JSON is a position in a search by relevance.';

grant execute on function
  private.is_search_rank, private.is_cursor_ranking, private.cursor_words, private.is_search_position
to anon, authenticated;

create domain private.search_rank as jsonb;
alter domain private.search_rank add constraint search_rank_valid check (private.is_search_rank(value)) not valid;
create domain private.cursor_ranking as jsonb;
alter domain private.cursor_ranking add constraint cursor_ranking_valid check (private.is_cursor_ranking(value)) not valid;
comment on domain private.search_rank is 'The JSON of the position of a skill in a search by relevance.';
comment on domain private.cursor_ranking is 'The JSON of how a search ranks.';
