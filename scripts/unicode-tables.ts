import { installPackage } from './download.ts'

/** The release that Postgres 17 normalises and lower-cases by. */
const dataPackage = '@unicode/unicode-15.1.0'
const data = await installPackage(dataPackage, '2.0.7')

const lastCodePoint = 0x10ffff

// The types of the package do not know its default export.
const { default: values }: { default: { Script_Extensions: string[] } } = await import(`${data}/index.mjs`)
const scriptNames = values.Script_Extensions.filter(
  (name) => !['Common', 'Inherited', 'Unknown'].includes(name),
)

/** Words may mix these, also with Latin: Chinese, Japanese and Korean are written in several at once. */
const eastAsian = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul']

/** Scripts that are searched by pairs of characters, because they are written without spaces; in Korean, particles follow words. */
const pairedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']

/** What a standardized variant is made of, besides whole categories and scripts (StandardizedVariants.txt). */
const standardizedPunctuation = [0x3001, 0x3002, 0xff01, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f]

/** What `npm run generate -- unicode` writes: texts by their paths from the project's folder. */
export async function unicodeFiles(): Promise<Map<string, string>> {
  return new Map([['sql/text/20_characters.sql', sql(await characterData())]])
}

/** Ranges that follow one another without a gap, from U+0000 on. */
type Run<T> = { first: number; length: number; value: T }

type CharacterData = {
  /** General_Category M. */
  marks: Run<boolean>[]
  /** What is a word by itself: General_Category So, emoji and their modifiers. */
  symbols: Run<boolean>[]
  /** Letters, marks and numbers of scripts that are searched by pairs of characters. */
  paired: Run<boolean>[]
  /** Default_Ignorable_Code_Point and bidirectional controls. */
  invisible: Run<boolean>[]
  /** Letters with an accent that NFKD does not remove, such as ø, and small capitals: the letter and its base, in lower case. */
  accents: [letter: string, base: string][]
  /** What a character may do in a name, as a letter (see `private.is_plain_name`). */
  kinds: Run<string>[]
  /** The index in `fits` of what a character of a word fits; 0 for one that is in no word. */
  scripts: Run<number>[]
  /** Sets of scripts, as numbers below `scriptCount`; the first is not used. */
  fits: Set<number>[]
  scriptCount: number
}

async function characterData(): Promise<CharacterData> {
  const category = await load('General_Category', [
    ...(['Letter', 'Mark', 'Number', 'Punctuation', 'Math_Symbol', 'Other_Symbol'] as const),
    ...(['Control', 'Unassigned', 'Surrogate'] as const),
  ])
  const property = await load('Binary_Property', [
    ...(['Emoji', 'Emoji_Modifier', 'Extended_Pictographic', 'Variation_Selector'] as const),
    ...(['Default_Ignorable_Code_Point', 'Bidi_Control', 'Noncharacter_Code_Point'] as const),
  ])
  const script = await load('Script', [
    ...(['Han', 'Mongolian', 'Myanmar', 'Egyptian_Hieroglyphs', 'Phags_Pa', 'Manichaean'] as const),
  ])
  const scriptsOf = await scriptExtensions()
  const withJoiners = new Set(['Arabic', 'Syriac', 'Mongolian', 'Nko', ...(await indicScripts(scriptsOf))])

  const isWord = oneOf(category.Letter, category.Mark, category.Number)
  const isRejected = oneOf(
    category.Control,
    category.Unassigned,
    category.Surrogate,
    property.Noncharacter_Code_Point,
    property.Bidi_Control,
    property.Default_Ignorable_Code_Point,
    // Line and paragraph separator, the blank of Braille, interlinear annotation.
    new Set([0x2028, 0x2029, 0x2800, 0xfff9, 0xfffa, 0xfffb]),
  )
  /** The letters are explained at `private.is_plain_name`. */
  const kindOf = (code: number): string => {
    if (code === 0x200c) return 'J'
    if (code === 0x200d) return 'Z'
    if (property.Variation_Selector.has(code)) return selectorKind(code)
    if (isRejected(code)) return 'x'
    const joins = scriptsOf(code).some((name) => withJoiners.has(name))
    if (category.Mark.has(code)) return joins ? 'm' : 'a'
    if (category.Letter.has(code)) {
      if (script.Mongolian.has(code)) return 'g'
      if (script.Myanmar.has(code)) return 'b'
      if (script.Han.has(code)) return 'h'
      if (script.Egyptian_Hieroglyphs.has(code)) return 'y'
      if (script.Phags_Pa.has(code) || script.Manichaean.has(code)) return 's'
      if (joins) return 'l'
    }
    const isPunctuation = category.Punctuation.has(code)
    const varies = category.Math_Symbol.has(code) || standardizedPunctuation.includes(code)
    if (property.Emoji_Modifier.has(code)) return 't'
    if (property.Extended_Pictographic.has(code)) {
      if (!property.Emoji.has(code)) return varies ? 'u' : 'q'
      if (isPunctuation) return '!'
      return varies ? 'r' : 'p'
    }
    if (property.Emoji.has(code)) {
      if (isPunctuation) return '#'
      return code === 0x30 ? 'd' : 'e'
    }
    if (isPunctuation) return varies ? ',' : '.'
    return varies ? 's' : 'a'
  }

  const known = scriptNames.filter((name) => !eastAsian.includes(name))
  const numberOf = new Map(known.map((name, number) => [name, number]))
  for (const name of eastAsian) numberOf.set(name, known.length)
  const all = [...Array(known.length + 1).keys()]

  const fits: Set<number>[] = [new Set()]
  const indexOf = new Map<string, number>()
  const indexOfFits = (code: number): number => {
    if (!isWord(code)) return 0
    const scripts = scriptsOf(code)
    const set = new Set(
      scripts.some((script) => script === 'Common' || script === 'Inherited')
        ? all
        : [
            ...scripts.map((script) => numberOf.get(script) as number),
            ...(scripts.includes('Latin') ? [known.length] : []),
          ],
    )
    const key = [...set].sort((one, other) => one - other).join()
    const index = indexOf.get(key) ?? fits.push(set) - 1
    indexOf.set(key, index)
    return index
  }

  return {
    marks: runs(oneOf(category.Mark)),
    symbols: runs(oneOf(category.Other_Symbol, property.Extended_Pictographic, property.Emoji_Modifier)),
    paired: runs((code) => isWord(code) && scriptsOf(code).some((name) => pairedScripts.includes(name))),
    invisible: runs(oneOf(property.Default_Ignorable_Code_Point, property.Bidi_Control)),
    accents: await accentedLetters(),
    kinds: runs(kindOf),
    scripts: runs(indexOfFits),
    fits,
    scriptCount: all.length,
  }
}

/** U+FE07 to U+FE0D select nothing: no character has such a variant. */
function selectorKind(code: number): string {
  if (code === 0xfe0e) return 'T'
  if (code === 0xfe0f) return 'E'
  if (code >= 0xfe00 && code <= 0xfe02) return 'S'
  if (code >= 0xfe03 && code <= 0xfe06) return 'Y'
  if (code >= 0xe0100) return 'I'
  return code < 0x1900 ? 'G' : 'x'
}

/** Scripts whose letters are joined by a virama: what the standard calls Indic, Khmer and Myanmar included. */
async function indicScripts(scriptsOf: (code: number) => string[]): Promise<string[]> {
  const joining = await load('Indic_Syllabic_Category', ['Virama', 'Invisible_Stacker'])
  return Object.values(joining).flatMap((codes) => [...codes].flatMap(scriptsOf))
}

/** Found by their names, such as LATIN SMALL LETTER O WITH STROKE, LATIN SMALL LETTER DOTLESS I and LATIN LETTER SMALL CAPITAL A. */
async function accentedLetters(): Promise<[letter: string, base: string][]> {
  const { default: names }: { default: Map<number, string> } = await import(`${data}/Names/index.mjs`)
  return [...names].flatMap(([code, name]): [string, string][] => {
    const base =
      /^LATIN (?:(?:SMALL|CAPITAL) LETTER (?:DOTLESS I$|(?<base>[A-Z]) WITH )|LETTER SMALL CAPITAL (?<capital>[A-Z])(?: WITH |$))/.exec(
        name,
      )?.groups
    const letter = String.fromCodePoint(code)
    const isBare = letter.normalize('NFKD') === letter && letter.toLowerCase() === letter
    return base && isBare ? [[letter, (base.base ?? base.capital ?? 'i').toLowerCase()]] : []
  })
}

async function scriptExtensions(): Promise<(code: number) => string[]> {
  const extensions = new Map<number, string[]>()
  const scripts = await load('Script_Extensions', ['Common', 'Inherited', ...scriptNames])
  for (const [name, codes] of Object.entries(scripts)) {
    for (const code of codes) extensions.set(code, [...(extensions.get(code) ?? []), name])
  }
  return (code) => extensions.get(code) ?? []
}

/** The code points of each of a property's values. */
async function load<Name extends string>(folder: string, names: readonly Name[]) {
  const entries = names.map(async (name): Promise<[Name, Set<number>]> => {
    const { default: codes } = await import(`${data}/${folder}/${name}/code-points.mjs`)
    return [name, new Set(codes)]
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<Name, Set<number>>
}

function oneOf(...sets: Set<number>[]): (code: number) => boolean {
  return (code) => sets.some((set) => set.has(code))
}

function runs<T>(classify: (code: number) => T): Run<T>[] {
  const found: Run<T>[] = []
  for (let code = 0; code <= lastCodePoint; code++) {
    const value = classify(code)
    const last = found.at(-1)
    if (last?.value === value) last.length++
    else found.push({ first: code, length: 1, value })
  }
  return found
}

/** The first and last code points of the runs of what was found. */
function rangesOf(found: Run<boolean>[]): [first: number, last: number][] {
  return found.filter(({ value }) => value).map(({ first, length }) => [first, first + length - 1])
}

function sql(data: CharacterData): string {
  const { marks, symbols, paired, invisible, accents, kinds, scripts, fits, scriptCount } = data
  const width = Math.ceil(scriptCount / 4) * 4
  const bits = (set: Set<number>) => {
    const digits = BigInt(`0b${[...Array(width).keys()].map((number) => (set.has(number) ? 1 : 0)).join('')}`)
    return `x${digits.toString(16).padStart(width / 4, '0')}`
  }
  const array = (values: unknown[]) => `'{\n${wrapped(values.map(String), ',')}}'`
  const firsts = (found: Run<unknown>[]) => array(found.map(({ first }) => first))
  return `-- Written by \`npm run generate -- unicode\` from ${dataPackage}: what Postgres 17 itself does not tell of characters.

-- Classes of characters, as they stand between the brackets of a regular expression. A pattern is folded into one constant when a
-- function that uses it is planned. All functions below are in PL/pgSQL, which keeps its plan: the classes and tables are read once in
-- a session.
${characterClass('mark_class', 'General_Category M', marks)}
${characterClass('symbol_class', 'What is a word by itself: General_Category So, emoji and their modifiers', symbols)}
${characterClass('paired_class', 'Letters, marks and numbers of Han, Kana, Hangul, Thai, Lao, Khmer and Burmese, which are searched by pairs of characters', paired)}
${characterClass('invisible_class', 'Default_Ignorable_Code_Point and bidirectional controls', invisible)}
create function private.has_long_mark_run(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
-- Takes linear time.
as $$
begin
  return octet_length(value) <> char_length(value) and value ~ ('[' || private.mark_class() || ']{31}');
end
$$;
comment on function private.has_long_mark_run is 'Whether more than 30 characters of General_Category M follow one another: normalize() sorts them in quadratic time.';

create function private.has_invisible(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return octet_length(value) <> char_length(value) and value ~ ('[' || private.invisible_class() || ']');
end
$$;
comment on function private.has_invisible is 'Whether a text contains a Default_Ignorable_Code_Point or a bidirectional control.';

create function private.remove_accents(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
-- Only for texts without long runs of marks: see private.has_long_mark_run.
as $$
begin
  return translate(
    lower(
      regexp_replace(normalize(value, nfkd), '[' || private.mark_class() || '\\u200c\\u200d]', '', 'g') collate pg_catalog.pg_c_utf8
    ),
    ${literal(
      accents.map(([letter]) => letter),
      4,
    )},
    ${literal(
      accents.map(([, base]) => base),
      4,
    )}
  );
end
$$;
comment on function private.remove_accents is 'Text in NFKD and lower case, without marks and joiners, and with the base of letters such as ø and ᴀ.';

create function private.shorten_marks(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
-- U+FF9E and U+FF9F are letters of which NFKC and NFKD make marks.
as $$
begin
  return case
    when octet_length(value) = char_length(value) then value
    else regexp_replace(
      value,
      '([' || private.mark_class() || '\\uff9e\\uff9f]{30})[' || private.mark_class() || '\\uff9e\\uff9f]+',
      '\\1',
      'g'
    )
  end;
end
$$;
comment on function private.shorten_marks is 'Text in which no more than 30 characters that NFKC makes marks of follow one another, so that normalising it is cheap.';

create function private.split_words(folded text, singles boolean) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
-- Planned once for all arguments: the patterns would be folded again in each plan.
set plan_cache_mode = force_generic_plan
-- Postgres's own parser is not used: it makes "c" of "c++" and "c#", and finds no word in emoji.
as $$
declare
  words text[];
begin
  if octet_length(folded) = char_length(folded) then
    return array(
      select left(part[1], 64) from regexp_matches(folded, '([[:alnum:]]+(?:[+#]+(?![[:alnum:]]))?)', 'g') as part
    );
  end if;
  words := array(
    select left(part[1], case when part[1] ~ ('^[' || private.paired_class() || ']') then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([' || private.paired_class() || ']+|[' || private.symbol_class() || ']|(?:(?![' || private.paired_class()
      || '])[[:alnum:]' || private.mark_class() || '])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ ('[' || private.paired_class() || ']') then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, ordinal)
    cross join lateral (
      select 0, word where word !~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ ('^[' || private.paired_class() || ']')
    ) as terms (i, term)
    order by ordinal, i
  );
end
$$;
comment on function private.split_words is 'The words of a folded text, in order: runs of letters and digits, which may end in + or #; symbols; of scripts that are searched by pairs, each pair of characters, and each one beside if singles are asked for. At most 64 characters each.';

create function private.characters(value text) returns table (ordinal bigint, symbol text, kind text, scripts bit(${width}))
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return query
  select
    c.ordinal,
    c.symbol,
    (${array(kinds.map(({ value }) => (value === ',' ? '","' : value)))}::"char"[])[
      width_bucket(ascii(c.symbol), ${firsts(kinds)}::integer[])
    ]::text,
    (${array(fits.slice(1).map(bits))}::bit(${width})[])[
      (${array(scripts.map(({ value }) => value))}::integer[])[
        width_bucket(ascii(c.symbol), ${firsts(scripts)}::integer[])
      ]
    ]
  from string_to_table(value, null) with ordinality as c (symbol, ordinal);
end
$$;
comment on function private.characters is 'The characters of a text: what each may do in a name (a letter, see private.is_plain_name), and the scripts that it fits (null: it is in no word).';
`
}

/** A function that returns a class of characters, without its brackets. */
function characterClass(name: string, description: string, found: Run<boolean>[]): string {
  const ranges = rangesOf(found).map(
    ([first, last]) => escaped(first) + (last > first ? `-${escaped(last)}` : ''),
  )
  return `create function private.${name}() returns text
language sql immutable parallel safe set search_path = ''
return
  ${literal(ranges, 2)};
comment on function private.${name} is '${description}.';
`
}

/** A string in several lines, which Postgres's parser joins. */
function literal(items: string[], indentation: number): string {
  return wrapped(items)
    .split('\n')
    .map((line) => `'${line.replaceAll(' ', '')}'`)
    .join(`\n${' '.repeat(indentation)}`)
}

function escaped(code: number): string {
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

/** Items in lines of at most 119 characters. */
function wrapped(items: string[], separator = ''): string {
  return items
    .join(`${separator} `)
    .replace(/(.{1,119})(?: |$)/g, '$1\n')
    .trimEnd()
}
