import { brief, type Edit } from './mutant.ts'

/** What stands in the file, exactly once, and what takes its place; and its name, where that is not what stands there. */
type ByHand = [from: string | RegExp, to: string, what?: string]

/**
 * Rules that cannot be told by their form.
 *
 * Left out as equivalent: `collate pg_catalog.pg_c_utf8`, because the embedded database's own rules are the same (on the hosted
 * platform they are not); the early return of private.count_ratings, without which nothing is added.
 */
const BY_HAND: Record<string, ByHand[]> = {
  'sql/0_text.sql': [
    ['longest * 4', 'longest * 3'],
    ['return normalize(trimmed, nfc)', 'return trimmed', 'NFC of clean_text'],
    ['trimmed := private.trim_text(value)', 'trimmed := value', 'trimming of clean_text'],
    [' or private.has_long_mark_run(trimmed) then', ' then', 'the marks of clean_text'],
    ["value not like '%claw\\_%'", 'true', 'contains_api_key'],
    [
      'where right(candidate[1], 8)',
      'where true or right(candidate[1], 8)',
      'the checksum of contains_api_key',
    ],
    [
      'private.characters(translate(normalize(value, nfkc)',
      'private.characters(translate((value)',
      'NFKC of is_unmixed_name',
    ],
    ["E'\\u200c\\u200d', '')) as c", "'', '')) as c", 'the joiners of is_unmixed_name'],
    ["c.symbol <> ' ' and c.kind !~ '[.#!,]'", 'true', 'spaces and punctuation of is_reserved_name'],
    [
      "regexp_replace(coalesce(reduced, ''), 's$', '')",
      "coalesce(reduced, '')",
      'the final s of is_reserved_name',
    ],
    ['normalize(left(name, 200), nfkc)', 'left(name, 200)', 'NFKC of name_key'],
    ['left(name, 200)', 'name', 'the bound of name_key'],
    ['private.shorten_marks(left(value, 6000))', 'left(value, 6000)', 'the marks of fold_text'],
    ["'ς', 'σ'\n  ),\n  6000", "'ς', 'σ'\n  ),\n  90000", 'the bound of fold_text'],
    ['when char_length(key) <= 250 then key', 'when true then key', 'the length of name_key'],
    ['left(key, 186) ||', '', 'the readable part of a long name_key'],
    ["|| encode(extensions.digest(key, 'sha256'), 'hex')", '', 'the hash of a long name_key'],
    ['normalize(private.shorten_marks(left(value, 6000)), nfkd)', 'value', 'NFKD of fold_text'],
    ["'ς', 'σ'", "'ς', 'ς'", 'the final sigma of fold_text'],
    ["'[^a-z0-9]+', '-'", "'[^a-z0-9]', '-'", 'single hyphens of slugify'],
    ["    '-'\n  ),\n  80", "    ''\n  ),\n  80", 'the ends of slugify'],
    ['  80\n);', '  81\n);', 'the bound of slugify'],
    ["'^([A-Za-z0-9_''+", "'([A-Za-z0-9_''+", 'the start of is_email'],
    ["[A-Za-z]{2,}$'", "[A-Za-z]{2,}'", 'the end of is_email'],
    ["'^https?://", "'https?://", 'the start of is_http_url'],
    ["'^https?://", "'^[a-z]+://", 'the scheme of is_http_url'],
    ['[^][/?#@\\\\:<>^|%]', '[^][/?#\\\\:<>^|%]', 'the @ of is_http_url'],
    ["([/?#].*)?$'", "([/?#].*)?'", 'the end of is_http_url'],
    ['value ~* (', 'value ~ (', 'case of is_http_url'],
    [/\(6553\[0-5\].*\{1,4\}\)\?\)\?/, '[0-9]+)?', 'the port of is_http_url'],
    [/\n {2}and value !~ '[^']*'/, '', 'unreadable characters of is_http_url'],
    ['when value is null and shortest > 0 then', 'when false then', 'is required'],
    ['not between shortest and longest', '< shortest', 'the longest of text_problem'],
    ['not between shortest and longest', '> longest', 'the shortest of text_problem'],
    ['private.text_problem(path, value, shortest, longest),', 'null::jsonb,', 'the length of name_problem'],
    ['not private.is_plain_name(value)', 'false', 'the characters of name_problem'],
    ['not private.is_unmixed_name(value)', 'false', 'the scripts of name_problem'],
    ['when private.has_long_mark_run(value)', 'when false', 'the marks of text_problem'],
    ['when private.contains_api_key(value)', 'when false', 'the keys of text_problem'],
    ['value not between 0 and 100 or ', '', 'the range of score_problem'],
    [' or scale(value) > 324', '', 'the decimals of score_problem'],
  ],
  'sql/1_agents.sql': [
    ['gen_random_bytes(24)', 'gen_random_bytes(23)'],
    [
      "key || left(encode(extensions.digest(key, 'sha256'), 'hex'), 8)",
      "key || '00000000'",
      'the checksum of generate_key',
    ],
    [
      "nullif(current_setting('request.headers', true), '')",
      "current_setting('request.headers', true)",
      'the nullif of request_key',
    ],
    [
      "key_hash = extensions.digest(private.request_key(), 'sha256') and (revoked_at is null or revoked_at > clock_timestamp())",
      'revoked_at is null limit 1',
      'the hash in current_agent_id',
    ],
    [' and (revoked_at is null or revoked_at > clock_timestamp())', ''],
    [' or revoked_at > clock_timestamp())', ')', 'the grace in current_agent_id'],
    ['revoked_at > clock_timestamp()', 'revoked_at > now()', 'the clock in current_agent_id'],
    [/\n {6}and \(last_used_at is null or [^\n]*/, '', 'once an hour, of touch_key'],
    [' skip locked', ''],
    ['on conflict (name_key) do nothing', '', 'on conflict of create_agent'],
    [
      "nullif(private.clean_text(p_agent_description, 2000), '')",
      'private.clean_text(p_agent_description, 2000)',
      'nullif of agent_description',
    ],
    ["nullif(private.clean_text(p_email, 254), '')", 'private.clean_text(p_email, 254)', 'nullif of email'],
  ],
  'sql/2_skills.sql': [
    ["base = '' or ", ''],
    [/ or base ~ '\^\[0-9a-f\][^']*'/, '', 'the shape of a UUID in set_slug'],
    ['greatest(clock_timestamp(), old.updated_at)', 'now()', 'the clock of update_skill'],
    ['greatest(clock_timestamp(), old.updated_at)', 'old.updated_at', 'the time of update_skill'],
  ],
  'sql/3_ratings.sql': [
    ['greatest(clock_timestamp(), old.updated_at)', 'now()', 'the clock of update_rating'],
    [
      'greatest(clock_timestamp(), old.updated_at)',
      'clock_timestamp()',
      'the order of updated_at in update_rating',
    ],
    ['greatest(clock_timestamp(), old.updated_at)', 'old.updated_at', 'the time of update_rating'],
    ['set search_path = private, pg_temp', 'set search_path = private', 'pg_temp last, of count_ratings'],
    ['from old_ratings)\n  order by skill_id', 'from old_ratings)', 'the order of locks in count_ratings'],
    [
      '(o.type, o.retired_at is null)\n  )\n  order by skill_id',
      '(o.type, o.retired_at is null)\n  )',
      'the order of locks in update_stats_type',
    ],
    [
      'update public.skill_stats as s set type = case when n.retired_at is null then n.type end',
      'update public.skill_stats as s set type = n.type',
      'retired skills in no order, of update_stats_type',
    ],
    [' for key share;', ';', 'waiting for who retires a skill, of lock_skill'],
    [
      'before update of claws, reliability, security, speed, commentary on',
      'before update on',
      'what moves updated_at of a rating',
    ],
    [
      'kept.stats is distinct from recomputed.stats',
      'kept.stats <> recomputed.stats',
      'is distinct from, of stats_differences',
    ],
  ],
  'sql/4_catalogue.sql': [
    ['p_type is null or p_type not in', 'p_type not in', 'a type is required by submit_skill'],
    ["nullif(private.trim_text(p_url), '')", 'private.trim_text(p_url)', 'nullif of url'],
    ['on conflict (name_key) where retired_at is null do nothing', '', 'on conflict of submit_skill'],
    ['(by_id = by_name) is not true', 'by_id <> by_name', 'is not true, of find_skill'],
    ['p_claws is null or ', ''],
    ['p_claws not in (1, 2, 3, 4, 5)', 'p_claws not between 1 and 5', 'whole claws'],
    [
      "nullif(private.clean_text(p_skill_name, 200), '')",
      'private.clean_text(p_skill_name, 200)',
      'nullif of skill_name',
    ],
    [
      "nullif(private.clean_text(p_commentary, 10000), '')",
      'private.clean_text(p_commentary, 10000)',
      'nullif of commentary',
    ],
    ["value ~* '^[0-9a-f]{8}", "value ~* '[0-9a-f]{8}", 'the start of a UUID in parse_uuid'],
    ["[0-9a-f]{12}$' then value::uuid", "[0-9a-f]{12}' then value::uuid", 'the end of a UUID in parse_uuid'],
    ["value ~* '^", "value ~ '^", 'capitals of a UUID in parse_uuid'],
    ['on s.id = coalesce(asked.merged_into, asked.id)', 'on s.id = asked.id', 'a merged skill in find_skill'],
    ['  elsif is_retired then', '  elsif false then', 'a retired skill in find_skill'],
    [
      'if by_name is null and own_key = key then',
      'if false then',
      'the name of a merged skill in find_skill',
    ],
  ],
  'sql/5_list.sql': [
    ["bound || chr(31) || place::text, 'sha256'", "place::text, 'sha256'", 'the list in cursor_tag'],
    ["bound || chr(31) || place::text, 'sha256'", "bound, 'sha256'", 'the place in cursor_tag'],
    ["regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g')", 'word', 'escaping of like_patterns'],
    ["\n    where word <> ''", '', 'empty words of search_words'],
    ['left(word, 64)', 'word', 'the length of a word of search_words'],
    ['\n    limit 50', '', 'the number of words of search_words'],
    [
      "nullif(private.clean_text(p_search, 200), '')",
      'private.clean_text(p_search, 200)',
      'nullif of search',
    ],
    ['greatest(coalesce(p_limit, 100), 1), 500', 'coalesce(p_limit, 100), 500', 'the least p_limit'],
    [
      'greatest(coalesce(p_limit, 100), 1), 500',
      'greatest(coalesce(p_limit, 100), 1), 501',
      'the greatest p_limit',
    ],
    [
      'greatest(coalesce(p_limit, 100), 1), 500',
      'greatest(coalesce(p_limit, 99), 1), 500',
      'the default p_limit',
    ],
    [
      "concat_ws(chr(31), sort, coalesce(p_type, ''),",
      "concat_ws(chr(31), coalesce(p_type, ''),",
      'sort in the bound of a cursor',
    ],
    [
      "concat_ws(chr(31), sort, coalesce(p_type, ''),",
      'concat_ws(chr(31), sort,',
      'type in the bound of a cursor',
    ],
    [", coalesce(search, ''));", ');', 'search in the bound of a cursor'],
    [' and (p_type is null or type = p_type);', ';', 'the type of the skill put first'],
    [' and s.retired_at is null order by', ' order by', 'retired skills of look_up'],
  ],
  'sql/6_account.sql': [
    [
      "a.id = private.current_agent_id() and k.key_hash = extensions.digest(private.request_key(), 'sha256')",
      'a.id = private.current_agent_id() limit 1',
      'the key in own_account',
    ],
    ['where r.agent_id = a.id', '', 'whose ratings own_account counts'],
    ['where s.submitted_by = a.id', '', 'whose skills own_account counts'],
    ['coalesce(description, agent_description)', 'description', 'absent description'],
    ['coalesce(address, email)', 'address', 'absent email'],
    [/\n {2}where id = private\.current_agent_id\(\);/, ';', 'whose account is edited'],
    ['private.current_agent_id() for no key update', 'private.current_agent_id()', 'one key at a time'],
    [
      'agent := private.require_agent();',
      "agent := (select agent_id from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256'));",
      'the second look at the key',
    ],
    [' and k.id <> made.id', '', 'the new key stays'],
    ['not between 0 and 86400', '< 0', 'the longest grace'],
    ['not between 0 and 86400', '> 86400', 'the shortest grace'],
    [' or seconds <> trunc(seconds)', '', 'whole seconds'],
    ['make_interval(secs => seconds::float8)', "interval '0'", 'the grace'],
    [/\n {2}where key_hash = extensions[^;]*;/, ';', 'whose key ends'],
  ],
  'sql/7_reviews.sql': [
    ['greatest(coalesce(p_limit, 100), 1), 500', 'coalesce(p_limit, 100), 500', 'the least p_limit'],
    [
      "concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''))",
      "concat_ws(chr(31), sort, coalesce(p_claws::text, ''))",
      'the skill in the bound of a cursor',
    ],
    [
      "concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''))",
      "concat_ws(chr(31), skill, coalesce(p_claws::text, ''))",
      'sort in the bound of a cursor',
    ],
    [
      "concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''))",
      'concat_ws(chr(31), skill, sort)',
      'claws in the bound of a cursor',
    ],
    ["sort = 'highest' and turn > after.sort_key_1 or ", '', 'what is over, by highest'],
    [" or sort = 'lowest' and turn < after.sort_key_1", '', 'what is over, by lowest'],
    ['\n    after := null;', '', 'the next number of claws from its beginning'],
    [
      'own.skill_id = skill and own.agent_id = agent',
      'own.skill_id = skill limit 1',
      'whose rating get_own_rating gives',
    ],
    [
      'delete from public.ratings where skill_id = skill and agent_id = agent',
      'delete from public.ratings where agent_id = agent',
      'of which skill a rating is taken back',
    ],
    [/\n {4}perform from public\.ratings where [^\n]*/, '', 'the rating before the aggregates'],
    ['if private.resolve_skill(p_skill) = skill then', 'if true then', 'a merged skill in delete_own_rating'],
    [
      'id = private.parse_uuid(p_rating) and skill_id = skill',
      'id = private.parse_uuid(p_rating)',
      'the skill of a flagged rating',
    ],
    [
      'greatest(clock_timestamp(), f.updated_at)',
      'clock_timestamp()',
      'the order of updated_at in write_flag',
    ],
    ['greatest(clock_timestamp(), f.updated_at)', 'f.updated_at', 'the time of write_flag'],
  ],
  'sql/8_admin.sql': [
    [/\n {2}-- That was no edit[^\n]*\n[^\n]*/, '', 'the time of a review that is hidden'],
    ['where s.id = lock_skill.id for update', 'where s.id = lock_skill.id', 'holding the skill'],
    [
      ' order by id for update;\n  gone',
      ' for update;\n  gone',
      'the order of locks on skills in merge_skills',
    ],
    [
      '(r.updated_at, r.skill_id = kept.id) < (other.updated_at, other.skill_id = kept.id)',
      '(other.updated_at, r.skill_id = kept.id) < (r.updated_at, other.skill_id = kept.id)',
      'the newer of two ratings in merge_skills',
    ],
    [
      '(r.updated_at, r.skill_id = kept.id) < (other.updated_at, other.skill_id = kept.id)',
      'r.skill_id <> kept.id',
      'the time of two ratings in merge_skills',
    ],
    [
      /\n {2}update public\.skills set merged_into = kept\.id where merged_into = gone\.id;/,
      '',
      'one step, of merge_skills',
    ],
    [
      'retired_at = coalesce(retired_at, now()) where',
      'retired_at = now() where',
      'the first retirement in merge_skills',
    ],
    ['private.name_key(agent) for no key update', 'private.name_key(agent)', 'holding the agent by its name'],
    ['k.agent_id = owner.id and (', '(', 'whose keys are revoked'],
    [
      "coalesce(nullif(current_setting('role', true), 'none'), session_user)",
      'session_user',
      'the role in the log',
    ],
    ["interval '7 days'", "interval '9 days'", 'the days of rating_bursts'],
    ["interval '24 hours'", "interval '26 hours'", 'who is new in rating_bursts'],
    ['>= 5 or', '>= 4 or', 'how many new agents are a burst'],
    ['.is_alike) >= 2', '.is_alike) >= 1', 'how many alike are a burst'],
    ['earlier = h.said or ', '', 'equal texts in rating_bursts'],
    [' or extensions.similarity(earlier, h.said) >= 0.6', '', 'similar texts in rating_bursts'],
    ['h.said) >= 0.6', 'h.said) >= 0', 'how similar texts are alike'],
  ],
  'functions/_shared/http/body.ts': [
    ['256 * 1024', '256 * 1024 + 1'],
    ['MAX_DEPTH = 32', 'MAX_DEPTH = 33'],
    ['fatal: true', 'fatal: false'],
    ['{ stream: true }', '{}'],
  ],
  'functions/_shared/schemas/requests.ts': [
    ['MAX_LIMIT = 500', 'MAX_LIMIT = 501'],
    ['MAX_GRACE = 86_400', 'MAX_GRACE = 86_401'],
    ['Math.min(Number(digits), MAX_LIMIT)', 'Number(digits)', 'the greatest limit'],
    ['text(0, 2_048, trimText)', 'text(0, 2_048)', 'a url is kept as sent'],
  ],
  'functions/_shared/text/text.ts': [
    ['longest * 4 ||', 'longest * 3 ||'],
    [' || hasLongMarkRun(text) ?', ' ?', 'the marks of cleanText'],
    ['some(isApiKey)', 'some(Boolean)', 'the checksum of containsApiKey'],
    ['for (const _ of text) count++', 'count = text.length', 'code points'],
    ['const text = trimText(value)', 'const text = value', 'trimming of cleanText'],
    ['/^https?:', '/^[a-z]+:', 'the scheme of an address'],
    ['[^\\][/?#@', '[^\\][/?#', 'the @ of an address'],
    [/\(6553\[0-5\].*\{1,4\}\)\?\)\?/, '[0-9]+)?', 'the port of an address'],
  ],
  'functions/_shared/text/names.ts': [
    [".normalize('NFKC').replace(", '.replace(', 'NFKC of isUnmixedName'],
    ["      .normalize('NFKC')\n", '', 'NFKC of reduced'],
    ["      .replaceAll('\\u0130', 'i')\n", '', 'the dotted capital I of reduced'],
    [/ {6}\.replace\(\/s\$\/, ''\)\n/, '', 'the final s of reduced'],
  ],
  'functions/api/app.ts': [
    [/\n {4}allowMethods: .*/, '', 'allowMethods'],
    [/\n {4}allowHeaders: .*/, '', 'allowHeaders'],
    [/\n {4}exposeHeaders: .*/, '', 'exposeHeaders'],
    ['headers: { Allow: allow },', '', 'Allow'],
  ],
  'functions/_shared/database.ts': [
    ["redirect: 'error'", "redirect: 'follow'"],
    ['^((08|53|57)...|', '^(', 'classes 08, 53 and 57'],
    ['|25006|25P03|25P04|40001|40P01|55P03|PGRST00[0-3])$', ')$', 'single states'],
    ['[408, 429, 502, 503, 504]', '[0]', 'statuses of a gateway'],
  ],
  'functions/api/routes/register.ts': [['return {\n    success: true,', 'return {', 'success']],
}

/** The edits made by hand in a file. */
export function editsByHand(file: string, text: string): Edit[] {
  return (BY_HAND[file] ?? []).map(([from, replacement, what]) => {
    const found =
      typeof from === 'string'
        ? places(text, from)
        : [...text.matchAll(new RegExp(from, 'g'))].map((match) => ({
            start: match.index,
            length: match[0].length,
          }))
    const [place, ...others] = found
    if (!place || others.length > 0)
      throw new Error(
        `${file} holds ${found.length} times what scripts/mutation/by-hand.ts takes away: ${from}`,
      )
    return {
      what: what ?? brief(String(from)),
      start: place.start,
      end: place.start + place.length,
      replacement,
    }
  })
}

function places(text: string, wanted: string) {
  const found: { start: number; length: number }[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    found.push({ start: at, length: wanted.length })
  }
  return found
}
