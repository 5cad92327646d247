// Names for tests/database/text/names.test.ts. Each fits agents and skills in length.

export interface NameExample {
  name: string
  /** The rule that it breaks; undefined for a valid name. */
  problem?: 'characters' | 'look-alikes'
}

const split = (names: string) => names.split('|')

const valid = [
  ...split(
    'Ada Lovelace|Playwright MCP|c++ & c#|naïve café|A\u0301\u0316B|Ωμέγα 技能 навык مهارة|αβγ-test|Ådalen Łódź',
  ),
  ...split(
    'Яндекс Market|日本語カナひらがな|ガｶﾞ|漢字ㄅㄆ한국어|MCP技能|word नमस्ते|mcp-مهارة|abc \u0663|カナ한국MCP|ㄅㄆAI|น้ำ|x² Ⅷ ℡',
  ),
  ...split('\ufdfa word|\u{10400}\u{10428}'),
  // Scripts without look-alikes of Latin letters, or with other words between.
  ...split('wordनमस्ते|mcpمهارة|abc\u0663|\ufdfaword|aא|gท|aგ|日本ا|カナα|技能навык|कবক|กຂ|навыкمهارة|p-аурал'),
  // White space that is visible as such.
  ...['\u00a0', '\u200a', '\u3000'].map((space) => `one${space}two`),
  // Joiners in the scripts that need them.
  ...split('می\u200cخواهم|क्\u200dष|ශ්\u200dරී|ক\u200cক|क्\u200dষ'),
  // Emoji.
  ...split(
    '👍🏽|🇩🇪|👩\u200d🔬|👩🏽\u200d🔬|❤\ufe0f\u200d🔥|🏳\ufe0f\u200d🌈|☂\ufe0e ok|ℹ\ufe0f info|1\ufe0f\u20e3',
  ),
  ...split('#\ufe0f\u20e3|‼\ufe0f'),
]

const invisible = [
  0x01, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5,
  0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2061,
  0x2062, 0x2063, 0x2064, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x206f, 0x2800, 0x3164, 0xfe07,
  0xfe0d, 0xfeff, 0xffa0, 0xfff0, 0xfff9, 0xfffa, 0xfffb, 0x1bca0, 0x1d173, 0xe0001, 0xe0020, 0xe007f,
  0xe0fff,
]
const unassigned = [0x378, 0xfdd0, 0xfffe, 0xffff, 0x1fffe, 0x2fffe, 0x10ffff]
const privateUse = [0xe000, 0xf8ff, 0xf0000, 0x10fffd]

const badCharacters = [
  ...[...invisible, ...unassigned, ...privateUse].map((code) => `one${String.fromCodePoint(code)}two`),
  ...['\u00ad', '\u200b', '\u2062', '\u{e0041}'].map((character) => `Ada${character}`),
  ...split('\u3164\u115f|\u2800\u2800'),
  // Joiners that join nothing.
  ...split('sk\u200dy|sk\u200cy|sky\u200c|\u200cमन|क्\u200d|क\u200ca|a\u200cक|1\u200d2|👩\u200d|\u200d👩 a'),
  ...split('👩\u200da|a\u200d👩|👩\u200d\u200d🔬|👩\ufe0e\u200d🔬|👩\u200c🔬'),
  // Variation selectors that are not in emoji.
  ...split('a\ufe0f|a\ufe00|\ufe0fab|❤\ufe0f\ufe0f|あ\ufe0f|神\ufe03|a\u{e0100}|a\u180b'),
  ...split('葛\u{e0100}飾|神\ufe00 1|⊕\ufe00 x|0\ufe00 x|\u{13091}\ufe03|ᠠ\u180bᠡ'),
]

const lookAlikes = split(
  'pаypal|p-аypal|Навык™|Аda|Αda|ΑБв|mcpнавык|\u{1d6c2}bc|µTorrent|Githսb|aրi|ꮪcope|Ꮪcope|ꓚode|αx|xα|Ѕkill1а|ﬁа|cа\u0301t',
)

export const NAME_EXAMPLES: NameExample[] = [
  ...valid.map((name) => ({ name })),
  ...badCharacters.map((name) => ({ name, problem: 'characters' as const })),
  ...lookAlikes.map((name) => ({ name, problem: 'look-alikes' as const })),
]

/** Names that no agent may have; a skill may. */
export const RESERVED_NAMES = [
  ...split('admin|Administrator|MODERATOR|official|root|Skill Rating Service|Supabase|support|system'),
  ...split('Admins|a.d.m.i.n|root s|skill-rating_services!|ｓｙｓｔｅｍ|ADMİN|\u017fystem|sup\u2019port'),
  ...split(
    '«Official»|System Admin|root system|Support, Skill Rating Service|Systems-Supports|SystemAdmin|Official Support',
  ),
  // With one word that speaks for the service.
  ...split(
    'Supabase-Bot|Admins of X|The official guide|moderator_7|Administrators!|✅ Official|Supabase\u00ae|admin+|<admin>',
  ),
  // Without their accents.
  ...split('ádmin|ádmin of X|Sùpabasë Bot|øfficial guide|adm\u0131n|ađmin|suppørt|ｒøøt|a\u0308dmin|Ⓐdmin'),
  // With a sign, or in small capitals.
  ...split(
    'Official™|Official²|Admin①|admin²|adminᵃ|adminª|Supabase™|Supabase℠|admin½|²admin|Ⓞfficial™|Ⓐdmin²|oﬃcial①',
  ),
  ...split('ᴏfficial|ᴀdmin|ꜱupport|ʀoot|ᴀᴅᴍɪɴ|ᴀdmin™|ʀoot²|Skill Rating Service™|admin™s'),
]

/** Names that only resemble reserved ones. */
export const UNRESERVED_NAMES = [
  ...split(
    'root beer|my system|Badminton|Administrative|Officially|system-prompt-helper|rootkit-scanner|Skill Rating',
  ),
  ...split(
    'tech support|Support Vector|service system|roots s|adminss|admin1|badmin²|root™kit|SupabaseBot|ss|!!|ᴀdministrative|Администратор',
  ),
  'systeme-\u0438',
]

/** Names that only imports may have. */
export const IMPORT_NAMES = [
  ...split('io.github.owner/server|IO.GitHub.Owner/Server_1|a.b/c|.x/y|com.example.x/-'),
  ...split(
    'ｉｏ.github.owner／server|io.github.owner/ser\u200dver|io․github․owner/server|io.git\ufe0fhub.owner/server',
  ),
  ...split(
    'X (MCP Registry)|x (mcp registry)|X (MCP Registry) 2|X (MCP Registry 17)|X(MCP  Registry)|(MCP Registry)',
  ),
  ...split('io.github.x\u2215server|io.github.x / server|a.b / c|X (ClawHub)|X (ClawHub 2)|X (clawhub) 2'),
  ...split(
    'X （ＭＣＰ Registry）|X (MCP\u3000Registry)②|X ( MCP Registry )|X (MCP Reg\u200distry)|X (MCPRegistry)',
  ),
]

/** Names that only resemble them. */
export const OTHER_THAN_IMPORT_NAMES = split(
  'owner/server|a.b|a.b/c/d|a.b/|/a.b|a.b/c d|Node.js|https://a.b/c|X (MCP Registry) client|MCP Registry|X (Registry)|X MCP Registry 2|X (ClawHub) client|ClawHub',
)

/** Names that have the form of an identifier, or are that of this service. */
export const IDENTIFIER_NAMES = split(
  'pkg:npm/x|PKG:npm/%40a/b|ｐｋｇ:npm/x|urn:air:example.com:skills:jq|https://example.com/x|git+ssh://a.b/c|git@github.com:a/b|api/skills/jq|API / skills / jq',
)
export const OWN_NAMES = split(
  'Skill Rating|skill-ratings|Skill Rating MCP (official)|The Skill Rating Service|SkillRating|Skïll Rating API',
)
export const OTHER_THAN_IDENTIFIER_NAMES = split(
  'Cal.com|Supabase MCP|Official X|Package: npm|git at work|skills|Rating|Skill Rating Client|MCP server|PIaywright|API skills',
)

const UUID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

/** Names whose comparison key Postgres reads as a UUID. */
export const UUID_NAMES = [
  UUID,
  UUID.toUpperCase(),
  `{${UUID}}`,
  UUID.replaceAll('-', ''),
  `{${UUID.replaceAll('-', '')}}`,
  'a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11',
  '{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}',
  'ａ０ｅｅｂｃ９９－9c0b-4ef8-bb6d-6bb9bd380a11',
  `｛${UUID}｝`,
  `${UUID.slice(0, -1)}①`,
  // U+FE0F makes an emoji of zero, and the key leaves it out.
  UUID.replace('0', '0\ufe0f'),
]

/** Names that only resemble UUIDs. */
export const OTHER_THAN_UUID_NAMES = [
  `{${UUID}`,
  `${UUID}}`,
  `(${UUID})`,
  `${UUID}-`,
  `-${UUID}`,
  UUID.replace('-', '--'),
  UUID.slice(1),
  `${UUID}0`,
  UUID.replace('a', 'g'),
  UUID.replace('-', ' '),
  UUID.replace('-', '\u2010'),
  `{{${UUID}}}`,
  'a0e-ebc999c0b4ef8bb6d6bb9bd380a11',
  UUID.replaceAll('-', '_'),
  `x${UUID}`,
]
