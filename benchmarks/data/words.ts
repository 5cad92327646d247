/**
 * The words that the benchmark searches for. Each is contained in a fixed share of the descriptions, independent of their
 * position in any order unless noted, and is not part of another word.
 */
export const WORDS = {
  /** In about 40 % of the skills. */
  common: 'server',
  p10: 'calendar',
  p3: 'telemetry',
  p1: 'geocoding',
  p01: 'cartography',
  /** In exactly 7 skills at every size. */
  rare7: 'heliograph',
  /** In none, like most of its trigrams. */
  absent: 'bramblewick',
  /** In none, but each of its trigrams is in at least a tenth of the skills. */
  absentOfCommonTrigrams: 'connecting',
  /** In 1.3 % of the skills: the rated skills with the lowest score. */
  onlyBadlyRated: 'abandonware',
  /** In 30 % each, and never in the same skill. */
  neverMeetA: 'spreadsheet',
  neverMeetB: 'warehouse',
  /** Two characters: too few for a trigram. */
  cjkCommon: '翻訳',
  cjkRare: '星図',
  /** In none; both its characters are common. */
  cjkAbsent: '数索',
  rareTwoCharacters: 'zx',
  /** The name of one skill in the middle of the default order. */
  exactName: 'Halcyon Orrery',
  /** The type of 3 % of the skills. */
  type: 'other',
} as const

/** The share of the skills that contains each word; a whole number is a number of skills. */
export const SHARES = {
  p10: 0.1,
  p3: 0.03,
  p1: 0.01,
  p01: 0.001,
  rare7: 7,
  onlyBadlyRated: 0.013,
  neverMeetA: 0.3,
  neverMeetB: 0.3,
  cjkCommon: 0.024,
  cjkRare: 0.001,
  rareTwoCharacters: 0.0005,
} as const

export type SharedWord = keyof typeof SHARES

export const SHARED_WORDS = Object.keys(SHARES) as SharedWord[]

/** How many of the skills contain the word. */
export function holdersOf(word: SharedWord, skills: number): number {
  const share: number = SHARES[word]
  return share < 1 ? Math.round(share * skills) : share
}
