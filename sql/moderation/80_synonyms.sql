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

create function admin.term_key(term text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Also as admin.synonyms shows it: the stem of a stem can be another one.
  return coalesce((select s.term from private.synonyms as s where s.term = term_key.term), admin.check_synonym(term));
end
$$;
comment on function admin.term_key is 'The key of a term, given as it is typed in searches or by its key.';

create function admin.check_synonyms(list text, known_keys text[] default '{}') returns text[]
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
      select case when phrase = any (known_keys) then phrase else admin.check_synonym(phrase) end as key, ordinal
      from string_to_table(list, ',') with ordinality as l (item, ordinal) cross join lateral private.trim_text(item) as phrase
    ) as synonym
    group by key
    order by min(ordinal)
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

create function admin.without(list text[], items text[]) returns text[]
language sql immutable strict set search_path = ''
return array(select item from unnest(list) with ordinality as l (item, ordinal) where item <> all (items) order by ordinal);
comment on function admin.without is 'A list without some items, in its order.';

create function admin.add_synonyms(term text, synonyms text, reason text default 'Added by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor synonyms.
as $$
declare
  max_added constant integer := 40;
  why text := admin.check_reason(reason);
  key text := admin.term_key(term);
  keys text[] := admin.check_synonyms(synonyms);
  entry private.synonyms;
  new_keys text[];
begin
  if key = any (keys) then
    raise exception '"%" is among its own synonyms.', term;
  end if;
  insert into private.synonyms (term) values (key) on conflict do nothing;
  select s.* into entry from private.synonyms as s where s.term = key for update;
  new_keys := admin.without(keys, admin.without(entry.synonyms, entry.removed) || entry.added);
  if new_keys = '{}' then
    return format('Searches for "%s" already find skills with these synonyms.', term);
  end if;
  -- The newest first: private.search_terms finds skills by the first few. Those of the maintained list only return to it.
  entry.added := admin.without(new_keys, entry.synonyms) || entry.added;
  if cardinality(entry.added) > max_added then
    raise exception '"%" would have % added synonyms: at most %.', term, cardinality(entry.added), max_added;
  end if;
  update private.synonyms as s set added = entry.added, removed = admin.without(entry.removed, new_keys) where s.term = key;
  perform admin.log_action('add_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', new_keys));
  return format('Searches for "%s" now also find skills with %s. Undo: admin.remove_synonyms.', term, admin.number_of(cardinality(new_keys), 'new synonym'));
end
$$;
comment on function admin.add_synonyms is 'Adds up to 20 synonyms, separated by commas, for a term of searches, which has up to three words. select admin.add_synonyms(''jot down'', ''notes, note taking'');';
grant execute on function admin.add_synonyms to service_role;

create function admin.remove_synonyms(term text, synonyms text default null, reason text default 'Removed by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  key text := admin.term_key(term);
  entry private.synonyms;
  current_keys text[];
  removed_keys text[];
  unknown_keys text[];
begin
  select s.* into entry from private.synonyms as s where s.term = key for update;
  current_keys := entry.added || admin.without(entry.synonyms, entry.removed || entry.added);
  if coalesce(current_keys, '{}') = '{}' then
    raise exception '"%" has no synonyms.', term;
  end if;
  removed_keys := case when synonyms is null then current_keys else admin.check_synonyms(synonyms, current_keys) end;
  unknown_keys := admin.without(removed_keys, current_keys);
  if unknown_keys <> '{}' then
    raise exception '"%" has no synonyms with these stems: %.', term, array_to_string(unknown_keys, ', ')
      using hint = format('It has: %s.', array_to_string(current_keys, ', '));
  end if;
  update private.synonyms as s set
    added = admin.without(s.added, removed_keys),
    -- So that loading the list does not restore them.
    removed = s.removed || admin.without(removed_keys, admin.without(removed_keys, s.synonyms))
  where s.term = key;
  delete from private.synonyms as s where s.term = key and s.synonyms = '{}' and s.added = '{}' and s.removed = '{}';
  perform admin.log_action('remove_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', removed_keys));
  return format('%s of "%s" removed. Undo: admin.add_synonyms.', admin.number_of(cardinality(removed_keys), 'synonym'), term);
end
$$;
comment on function admin.remove_synonyms is 'Removes synonyms of a term, separated by commas, or all; also those of the maintained list, which stay removed. select admin.remove_synonyms(''jot down'', ''note taking'');';
grant execute on function admin.remove_synonyms to service_role;

create view admin.synonyms with (security_invoker = true) as
select term, synonyms, added, removed from private.synonyms order by term;
comment on view admin.synonyms is 'The terms of searches and their synonyms in skills, as stems. select * from admin.synonyms where term ~ ''memori'';';
comment on column admin.synonyms.term is 'Up to three stems in alphabetical order.';
comment on column admin.synonyms.synonyms is 'Synonyms of the maintained list, also those in removed.';
comment on column admin.synonyms.added is 'Synonyms that admins added, the newest first. Searches use them before those of the list.';
comment on column admin.synonyms.removed is 'Synonyms of the maintained list that admins removed.';
grant select on admin.synonyms to service_role;
