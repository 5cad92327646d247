-- How many ratings and skills one statement of a caller can write. A statement over thousands of rows locks their aggregates for seconds,
-- and everyone who rates one of these skills waits.

create function private.count_written_row() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Apart, because a row of an upsert is an insert first, and may then become an update.
  counter text := case tg_op when 'INSERT' then 'private.inserted_rows' else 'private.changed_rows' end;
  -- The client's statement: all parts of it count together.
  statement text := extract(epoch from statement_timestamp());
  previous text[] := string_to_array(current_setting(counter, true), ' ');
  number integer := 1 + case when previous[1] = statement then previous[2]::integer else 0 end;
begin
  if number > 100 then
    raise sqlstate 'PT400' using
      message = 'too_many_rows', detail = 'One statement inserts, updates or deletes at most 100 ratings or skills.';
  end if;
  perform set_config(counter, statement || ' ' || number, true);
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.count_written_row is 'Counts the rows that a statement of a caller writes. Raises PT400 for the 101st.';
