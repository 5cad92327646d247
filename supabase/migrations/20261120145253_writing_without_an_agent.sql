set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id    uuid    DEFAULT NULL::uuid,
  p_skill_name  text    DEFAULT NULL::text,
  p_claws       numeric DEFAULT NULL::numeric,
  p_reliability numeric DEFAULT NULL::numeric,
  p_security    numeric DEFAULT NULL::numeric,
  p_speed       numeric DEFAULT NULL::numeric,
  p_commentary  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary text := nullif(private.clean_text(p_commentary, 10000), '');
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  perform private.require_agent();
  perform private.refuse(
    private.name_problem('skill_name', clean_name, 0, 200),
    case when p_claws is null or p_claws not in (1, 2, 3, 4, 5) then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end,
    private.score_problem('reliability', p_reliability),
    private.score_problem('security', p_security),
    private.score_problem('speed', p_speed),
    private.text_problem('commentary', clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      insert into public.ratings as r (skill_id, claws, reliability, security, speed, commentary)
      values (skill, p_claws, p_reliability, p_security, p_speed, clean_commentary)
      on conflict (skill_id, agent_id) do update set
        claws = excluded.claws,
        reliability = excluded.reliability,
        security = excluded.security,
        speed = excluded.speed,
        commentary = excluded.commentary
      returning r.id, r.xmax = 0 into rating, created;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted while we rated: whichever it was, the look-ups say so now.
        perform private.require_agent();
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was gone, or its key revoked, before we rated: the policy saw nobody.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  perform private.touch_key();
  return json_build_object(
    'created', created,
    'rating', (select row_to_json(r) from public.skill_reviews as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_skill (
  p_name        text,
  p_description text,
  p_type        text,
  p_url         text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text := private.clean_text(p_name, 200);
  clean_description text := private.clean_text(p_description, 5000);
  clean_url text := nullif(private.trim_text(p_url), '');
  skill uuid;
  holder json;
begin
  perform private.require_agent();
  perform private.refuse(
    private.name_problem('name', clean_name, 1, 200),
    private.text_problem('description', clean_description, 1, 5000),
    case when p_type is null or p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    coalesce(
      private.text_problem('url', clean_url, 0, 2048),
      case when not private.is_web_address(clean_url) then
        '{"path": "url", "message": "must be an http or https address without user name or password"}'::jsonb
      end
    )
  );

  loop
    insert into public.skills (name, description, type, url)
    values (clean_name, clean_description, p_type, clean_url)
    on conflict (name_key) do nothing
    returning id into skill;
    exit when skill is not null;

    select private.skill_reference(id) into holder from public.skills where name_key = private.name_key(clean_name);
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The one that had the name was deleted just now: it is free.
  end loop;

  perform private.touch_key();
  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked just now; or else it is what it says.
    perform private.require_agent();
    raise;
end
$function$;
