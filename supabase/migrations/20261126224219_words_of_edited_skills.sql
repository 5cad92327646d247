set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.remove_words_of_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.remove_unused_words(array(
    select unnest(tsvector_to_array(ts_filter(old.words, '{a,c}')))
    except select unnest(tsvector_to_array(ts_filter(new.words, '{a,c}')))
  ));
  return null;
end
$function$;
