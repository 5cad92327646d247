export type Size = 'S' | 'M' | 'L'

/** How much there is of everything: the ratio L/S of a measurement is what a hundred times the data cost. */
export const SIZES: Record<Size, { skills: number; ratings: number; agents: number }> = {
  S: { skills: 10_000, ratings: 100_000, agents: 2_000 },
  M: { skills: 100_000, ratings: 1_000_000, agents: 20_000 },
  L: { skills: 1_000_000, ratings: 10_000_000, agents: 200_000 },
}

/** What a size needs on the disk while it is made and used; gigabytes. */
export const DISK_SPACE: Record<Size, number> = { S: 0.3, M: 1.2, L: 10 }
