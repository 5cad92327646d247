// What a measurement gives and is given: the shapes that every part of the benchmark shares.
import type { Stack } from '../local/stack/stack.ts'
import type { Size } from './data/sizes.ts'

/** A table of figures. A row holds a value for each column's key; null means not measured. */
export type Section = {
  /** Names its files and anchors: lower-case letters and hyphens. */
  id: string
  title: string
  /** A sentence or two: what was measured, how, and in which unit. Markdown. */
  about: string
  columns: { key: string; title: string }[]
  rows: Record<string, string | number | null>[]
  charts?: Chart[]
}

/** Grouped horizontal bars: for each label a bar for each series, in the order of `series`. */
export type Chart = {
  /** The name of its SVG file, without the ending: lower-case letters and hyphens. */
  id: string
  title: string
  unit: string
  /** Lengths by the logarithm, for values that lie powers of ten apart. */
  log?: boolean
  series: string[]
  bars: { label: string; values: (number | null)[] }[]
}

/** A promise and what this run found. */
export type Target = { what: string; limit: string; measured: string; met: boolean }

export type Measured = { sections: Section[]; targets: Target[] }

export type Context = {
  /** The sizes asked for, smallest first. */
  sizes: Size[]
  /** A running stack for each of them. */
  stacks: Partial<Record<Size, Stack>>
  /** Fewer runs and shorter turns: to see that it works, not to publish. */
  quick: boolean
  /** Gets each line as it is known. */
  log(line: string): void
}
