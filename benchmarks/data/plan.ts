import { Random, shuffled } from './random.ts'
import { SIZES, type Size } from './sizes.ts'
import { holdersOf, SHARED_WORDS } from './words.ts'

const SEED = 20_240_701

/** The share of the skills without ratings. */
const UNRATED = 0.07
/** The share of the skills with a Chinese description. */
const CHINESE = 0.06

/** Who rates which skill, and which words each skill contains. Arrays are indexed by the number of the skill. */
export type Plan = {
  size: Size
  seed: number
  skills: number
  agents: number
  ratings: Ratings
  /** For each skill a bit for each of SHARED_WORDS that it contains. */
  words: Uint16Array
  isChinese: Uint8Array
  /** The skill in the middle of the default order. */
  middle: number
}

/** The ratings in the order in which they are created, spread over skills and agents as on a live service. */
export type Ratings = { skill: Uint32Array; agent: Uint32Array; claws: Uint8Array }

/** Draws the plan of a size, the same in every run. Takes about a second for a million ratings. */
export function planOf(size: Size): Plan {
  const { skills, agents, ratings: total } = SIZES[size]
  const random = (purpose: string) => new Random(SEED, purpose)
  // Popularity is independent of a skill's number, and so of its id and its age.
  const byPopularity = shuffled(random('popularity'), skills)
  const counts = countsOf(Math.round(skills * (1 - UNRATED)), total, agents >> 1)
  const ratings = rate({ byPopularity, counts, agents, total, random: random('ratings') })
  const score = scoresOf(ratings, skills, agents)

  const byScore = Uint32Array.from(byPopularity).sort(
    (a, b) => (score[b] as number) - (score[a] as number) || a - b,
  )
  const isChinese = new Uint8Array(skills)
  const inChinese = shuffled(random('language'), skills).subarray(0, Math.round(skills * CHINESE))
  for (const skill of inChinese) isChinese[skill] = 1
  const words = placeWords({ skills, random, inChinese, worst: byScore.subarray(0, counts.length) })
  return {
    size,
    seed: SEED,
    skills,
    agents,
    ratings,
    words,
    isChinese,
    middle: byScore[skills >> 1] as number,
  }
}

/** The number of ratings of each rated skill, the most popular first: Zipf's law, from 1 to `cap`, `total` in all. */
function countsOf(rated: number, total: number, cap: number): Uint32Array {
  const sumFor = (top: number) => {
    let sum = 0
    for (let rank = 1; rank <= rated; rank++) sum += countAt(top, rank)
    return sum
  }
  const countAt = (top: number, rank: number) => Math.min(cap, Math.max(1, Math.round(top / rank)))
  let [low, high] = [0, total]
  for (let i = 0; i < 50; i++) {
    const top = (low + high) / 2
    if (sumFor(top) <= total) low = top
    else high = top
  }
  const counts = Uint32Array.from({ length: rated }, (_, i) => countAt(low, i + 1))
  let left = total - counts.reduce((sum, count) => sum + count, 0)
  for (let rank = 0; left > 0; rank = (rank + 1) % rated) {
    if ((counts[rank] as number) >= cap) continue
    counts[rank] = (counts[rank] as number) + 1
    left--
  }
  return counts
}

function rate(given: {
  byPopularity: Uint32Array
  counts: Uint32Array
  agents: number
  total: number
  random: Random
}): Ratings {
  const { byPopularity, counts, agents, total, random } = given
  const ratings = {
    skill: new Uint32Array(total),
    agent: new Uint32Array(total),
    claws: new Uint8Array(total),
  }
  // Each rating goes to a random position, so that those of one skill are not neighbours.
  const moments = shuffled(random, total)
  let next = 0
  counts.forEach((count, rank) => {
    const skill = byPopularity[rank] as number
    const mean = meanOf(random)
    // A step without a divisor in common with the number of agents visits no agent twice.
    const step = stepFor(random, agents)
    let agent = random.below(agents)
    for (let i = 0; i < count; i++) {
      const moment = moments[next++] as number
      const given = mean + (random.fraction() + random.fraction() - 1) * 1.8
      const claws = Math.min(5, Math.max(1, Math.round(given)))
      ratings.skill[moment] = skill
      ratings.agent[moment] = agent
      ratings.claws[moment] = claws
      agent = (agent + step) % agents
    }
  })
  return ratings
}

/** As skill_stats.score: when the data is loaded, all agents are older than 7 days, so those with 3 ratings are established. */
function scoresOf({ skill, agent, claws }: Ratings, skills: number, agents: number): Float64Array {
  const given = new Uint32Array(agents)
  for (const rater of agent) given[rater] = (given[rater] as number) + 1
  const established = { count: new Uint32Array(skills), sum: new Uint32Array(skills) }
  const others = { count: new Uint32Array(skills), sum: new Uint32Array(skills) }
  skill.forEach((rated, i) => {
    const group = (given[agent[i] as number] as number) >= 3 ? established : others
    group.count[rated] = (group.count[rated] as number) + 1
    group.sum[rated] = (group.sum[rated] as number) + (claws[i] as number)
  })
  return Float64Array.from({ length: skills }, (_, i) => {
    const [full, count] = [established.count[i] as number, others.count[i] as number]
    if (full + count === 0) return 0
    const counted = Math.min(count, Math.max(0, 3 - full))
    const mean = count === 0 ? 0 : (others.sum[i] as number) / count
    return (15 + (established.sum[i] as number) + counted * mean) / (5 + full + counted)
  })
}

/** The mean rating of a skill: one in six is bad, independent of its popularity. */
function meanOf(random: Random): number {
  const kind = random.fraction()
  if (kind < 1 / 6) return 1 + random.fraction() * 1.5
  return kind < 3 / 4 ? 2.8 + random.fraction() * 1.6 : 4.3 + random.fraction() * 0.7
}

function stepFor(random: Random, agents: number): number {
  for (;;) {
    const step = 1 + random.below(agents - 1)
    if (greatestDivisor(step, agents) === 1) return step
  }
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

function placeWords(given: {
  skills: number
  random(purpose: string): Random
  inChinese: Uint32Array
  /** The rated skills, the best first. */
  worst: Uint32Array
}): Uint16Array {
  const { skills, random, inChinese, worst } = given
  const words = new Uint16Array(skills)
  const neverMeet = shuffled(random('neverMeet'), skills)
  SHARED_WORDS.forEach((word, bit) => {
    const count = holdersOf(word, skills)
    const candidates = {
      onlyBadlyRated: () => worst.subarray(worst.length - count),
      neverMeetA: () => neverMeet.subarray(0, count),
      neverMeetB: () => neverMeet.subarray(skills - count),
      cjkCommon: () =>
        Uint32Array.from(shuffled(random(word), inChinese.length), (i) => inChinese[i] as number),
      cjkRare: () =>
        Uint32Array.from(shuffled(random(word), inChinese.length), (i) => inChinese[i] as number),
    }
    const chosen =
      word in candidates ? candidates[word as keyof typeof candidates]() : shuffled(random(word), skills)
    for (const skill of chosen.subarray(0, count)) words[skill] = (words[skill] as number) | (1 << bit)
  })
  return words
}
