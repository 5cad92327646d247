-- How admins add and remove synonyms.

create function admin.check_synonym(phrase text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  key text;
begin
  if char_length(phrase) > 100 then
    raise exception '"%…" is too long: at most 100 characters.', left(phrase, 50);
  elsif strpos(phrase, '|') > 0 then
    raise exception '"%" contains "|". Call the function once for each phrase.', phrase;
  end if;
  key := private.synonym_key(private.split_words(private.fold_text(phrase), false));
  if key is null then
    raise exception '"%" has no words that a search compares: stop words do not count.', coalesce(phrase, '');
  elsif cardinality(string_to_array(key, ' ')) > 3 then
    raise exception '"%" has % words without stop words: at most 3.', phrase, cardinality(string_to_array(key, ' '));
  end if;
  return key;
end
$$;
comment on function admin.check_synonym is 'The key of a phrase, as in private.synonyms. Raises if it has none, or more than three words without stop words.';

create function admin.said_key(said text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Also as admin.synonyms shows it: the stem of a stem can be another one.
  return coalesce((select s.said from private.synonyms as s where s.said = said_key.said), admin.check_synonym(said));
end
$$;
comment on function admin.said_key is 'The key of a phrase that people say, given as it is said or by its key.';

create function admin.check_synonyms(list text, known text[] default '{}') returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  keys text[];
begin
  -- 20 phrases of 100 characters.
  if char_length(list) > 2100 then
    raise exception 'The list of synonyms has % characters: at most 2100.', char_length(list);
  end if;
  keys := array(
    select key
    from (
      select case when phrase = any (known) then phrase else admin.check_synonym(phrase) end as key, place
      from string_to_table(list, ',') with ordinality as l (item, place) cross join lateral private.trim_text(item) as phrase
    ) as synonym
    group by key
    order by min(place)
  );
  if keys = '{}' then
    raise exception 'Give synonyms, separated by commas.';
  elsif cardinality(keys) > 20 then
    raise exception '% synonyms are too many for one call: at most 20.', cardinality(keys);
  end if;
  return keys;
end
$$;
comment on function admin.check_synonyms is 'The keys of phrases that are separated by commas; a known key is returned as it is. Raises if one is invalid, or if there are none or more than 20.';

create function admin.without(list text[], gone text[]) returns text[]
language sql immutable strict set search_path = ''
return array(select item from unnest(list) with ordinality as l (item, place) where item <> all (gone) order by place);
comment on function admin.without is 'A list without some items, in its order.';

create function admin.add_synonyms(said text, called text, reason text default 'Added by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor synonyms.
as $$
declare
  max_added constant integer := 40;
  why text := admin.check_reason(reason);
  key text := admin.said_key(said);
  keys text[] := admin.check_synonyms(called);
  known private.synonyms;
  fresh text[];
begin
  if key = any (keys) then
    raise exception '"%" is among its own synonyms.', said;
  end if;
  insert into private.synonyms (said) values (key) on conflict do nothing;
  select s.* into known from private.synonyms as s where s.said = key for update;
  fresh := admin.without(keys, admin.without(known.called, known.removed) || known.added);
  if fresh = '{}' then
    return format('Searches for "%s" already find skills with these synonyms.', said);
  end if;
  -- Those of the maintained list only return to it.
  known.added := known.added || admin.without(fresh, known.called);
  if cardinality(known.added) > max_added then
    raise exception '"%" would have % added synonyms: at most %.', said, cardinality(known.added), max_added;
  end if;
  update private.synonyms as s set added = known.added, removed = admin.without(known.removed, fresh) where s.said = key;
  perform admin.log_action('add_synonyms', reason => why, details => jsonb_build_object('said', key, 'called', fresh));
  return format('Searches for "%s" now also find skills with %s. Undo: admin.remove_synonyms.', said, admin.number_of(cardinality(fresh), 'new synonym'));
end
$$;
comment on function admin.add_synonyms is 'Adds what skills call something that people say in searches: a phrase of up to three words, and up to 20 synonyms, separated by commas. select admin.add_synonyms(''jot down'', ''notes, note taking'');';
grant execute on function admin.add_synonyms to service_role;

create function admin.remove_synonyms(said text, called text default null, reason text default 'Removed by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  key text := admin.said_key(said);
  known private.synonyms;
  current_keys text[];
  gone text[];
  unknown_keys text[];
begin
  select s.* into known from private.synonyms as s where s.said = key for update;
  current_keys := known.added || admin.without(known.called, known.removed || known.added);
  if coalesce(current_keys, '{}') = '{}' then
    raise exception '"%" has no synonyms.', said;
  end if;
  gone := case when called is null then current_keys else admin.check_synonyms(called, current_keys) end;
  unknown_keys := admin.without(gone, current_keys);
  if unknown_keys <> '{}' then
    raise exception '"%" has no synonyms with these stems: %.', said, array_to_string(unknown_keys, ', ')
      using hint = format('It has: %s.', array_to_string(current_keys, ', '));
  end if;
  update private.synonyms as s set
    added = admin.without(s.added, gone),
    -- So that loading the list does not restore them.
    removed = s.removed || admin.without(gone, admin.without(gone, s.called))
  where s.said = key;
  delete from private.synonyms as s where s.said = key and s.called = '{}' and s.added = '{}' and s.removed = '{}';
  perform admin.log_action('remove_synonyms', reason => why, details => jsonb_build_object('said', key, 'called', gone));
  return format('%s of "%s" removed. Undo: admin.add_synonyms.', admin.number_of(cardinality(gone), 'synonym'), said);
end
$$;
comment on function admin.remove_synonyms is 'Removes synonyms of a phrase, separated by commas, or all; also those of the maintained list, which stay removed. select admin.remove_synonyms(''jot down'', ''note taking'');';
grant execute on function admin.remove_synonyms to service_role;

create view admin.synonyms with (security_invoker = true) as
select said, called, added, removed from private.synonyms order by said;
comment on view admin.synonyms is 'What people say in searches, and what skills call it, as stems. select * from admin.synonyms where said ~ ''memori'';';
comment on column admin.synonyms.said is 'Up to three stems in alphabetical order.';
comment on column admin.synonyms.called is 'Synonyms of the maintained list, also those in removed.';
comment on column admin.synonyms.added is 'Synonyms that admins added.';
comment on column admin.synonyms.removed is 'Synonyms of the maintained list that admins removed.';
grant select on admin.synonyms to service_role;
