set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_new_commentary (
  old_commentary text,
  new_commentary text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- The key takes time.
  return old_commentary is distinct from new_commentary
    and private.commentary_key(old_commentary) is distinct from private.commentary_key(new_commentary);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_commentary_hidden()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    if new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.is_new_commentary(hidden.commentary, new.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  written public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_raters sees rows only.
    return case when private.needs_establishing(new.agent_id) then new end;
  end if;
  if new.agent_id <> old.agent_id then
    new.established := exists (
      select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
    );
  end if;

  -- What agents do not write: a merge and a corrected time do not set updated_at.
  written.id := old.id;
  written.skill_id := old.skill_id;
  written.agent_id := old.agent_id;
  written.created_at := old.created_at;
  written.updated_at := old.updated_at;
  written.commentary_at := old.commentary_at;
  if written is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  if private.is_new_commentary(old.commentary, new.commentary) then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$function$;

COMMENT ON FUNCTION "private"."is_new_commentary"(text, text) IS 'Whether an agent wrote another commentary, which sets commentary_at. Compared like in admin.rating_bursts: a change of case or punctuation keeps the time of the text.';

REVOKE ALL ON FUNCTION "private"."is_new_commentary"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_new_commentary"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_new_commentary"(text, text) TO "postgres";
