/** The words that the benchmark searches for, see generate.ts. None is part of another word. */
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
  /** In 1.3 % of the skills: popular ones that all ratings give 1 claw. */
  onlyBadlyRated: 'abandonware',
  /** In 30 % each, and never in the same skill. */
  neverMeetA: 'spreadsheet',
  neverMeetB: 'warehouse',
  /** Two characters: too few for a trigram. In 2.4 % and 0.1 % of the skills, all of them Chinese. */
  cjkCommon: '翻訳',
  cjkRare: '星図',
  /** In 0.05 %. */
  rareTwoCharacters: 'zx',
  /** The name of one skill. */
  exactName: 'Halcyon Orrery',
} as const
