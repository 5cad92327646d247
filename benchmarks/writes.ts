// Ratings, registrations, submissions and deletions by their SQL functions alone, at each size.
import { differences, writeConcurrently } from './concurrent-writes.ts'
import type { Context, Measured, Section, Target } from './results.ts'
import { figure } from './statistics.ts'
import { closeAfterWrites, openForWrites, type WriteDatabase } from './write-database.ts'
import { writeKinds } from './write-kinds.ts'
import { type WriteOutcome, writeLine, writeSection, writeTargets } from './write-outcome.ts'
import { type Turns, type Write, writeInTurns } from './write-turns.ts'

/**
 * Measures every kind of write at all sizes of the context; then many at once at S, and whether the aggregates are still
 * exact. What was written is taken away again.
 */
export async function measureWrites(context: Context): Promise<Measured> {
  const databases: WriteDatabase[] = []
  try {
    for (const size of context.sizes) databases.push(await openForWrites(context, size))
    const outcomes = await measureKinds(context, databases)
    const aggregates = await checkAggregates(context, databases)
    return {
      sections: [writeSection(context.sizes, outcomes), ...aggregates.sections],
      targets: [...writeTargets(outcomes), ...aggregates.targets],
    }
  } finally {
    for (const database of databases) {
      context.log(`${database.size}: taking away what was written`)
      await closeAfterWrites(database)
    }
  }
}

async function measureKinds({ quick, log }: Context, databases: WriteDatabase[]): Promise<WriteOutcome[]> {
  const turns: Turns = quick ? { turns: 2, seconds: 0.5 } : { turns: 4, seconds: 0.75 }
  const outcomes: WriteOutcome[] = []
  for (const { id, name, clients, begin } of writeKinds()) {
    const writes = new Map<WriteDatabase, Write>()
    for (const database of databases) writes.set(database, await begin(database))
    for (const number of clients) {
      const figures = await writeInTurns(
        databases,
        number,
        turns,
        (database) => writes.get(database) as Write,
      )
      const outcome = { id, name, clients: number, figures }
      outcomes.push(outcome)
      log(writeLine(outcome))
    }
  }
  return outcomes
}

/** After all these writes, and at S after many more at once, the aggregates are what the ratings give. */
async function checkAggregates({ quick, log }: Context, databases: WriteDatabase[]): Promise<Measured> {
  const rows: Section['rows'] = []
  const targets: Target[] = []
  for (const database of databases) {
    const { size, owner } = database
    let after = 'the writes above'
    let deadlocks: number | null = null
    if (size === 'S') {
      const writes = quick ? 5_000 : 100_000
      const done = await writeConcurrently(database, writes, (number) =>
        log(`${size}: ${figure(number)} of ${figure(writes)} concurrent writes`),
      )
      after = `${figure(writes)} concurrent writes`
      deadlocks = done.deadlocks
      log(
        `${size}: ${figure(done.ratings)} ratings, ${figure(done.deletions)} deletions, ${figure(done.sweeps)} deletions of ` +
          `many at once, ${figure(deadlocks)} deadlocks, in ${figure(done.seconds)} s`,
      )
    }
    log(`${size}: recomputing the aggregates from all ratings`)
    const differing = await differences(owner)
    log(`${size}: ${figure(differing)} aggregates differ`)
    rows.push({ size, after, differing, deadlocks })
    targets.push({
      what: `Aggregates that differ at ${size} after ${after}`,
      limit: '0',
      measured: figure(differing),
      met: differing === 0,
    })
  }
  return { sections: [{ ...AGGREGATES, rows }], targets }
}

const AGGREGATES = {
  id: 'aggregates',
  title: 'Aggregates after the writes',
  about: `\`private.stats_differences()\` counts every skill anew from its ratings. The concurrent writes are of eight clients on 200
skills: new and replaced ratings, deletions of one rating, and of all those of an agent in one statement.`,
  columns: [
    { key: 'size', title: 'Size' },
    { key: 'after', title: 'After' },
    { key: 'differing', title: 'Skills that differ' },
    { key: 'deadlocks', title: 'Deadlocks' },
  ],
}
