// npm run bench -- ranking: what it costs an attacker to change the ranking, with the schema of the service. See docs/ranking.md.
import { command, wholeNumber } from '../local/cli/command.ts'
import { migrationFiles, withScratchPostgres } from '../scripts/scratch-postgres.ts'
import { connect } from './database.ts'
import { markdownTable } from './report.ts'
import {
  attack,
  createWorld,
  defend,
  kendallsTau,
  ORDER_NAMES,
  ordersOf,
  type Price,
  SETTINGS,
  survives,
} from './simulation.ts'

const options = {
  seed: { type: 'string', value: 'N', default: '1', help: 'Seed of the random numbers' },
} as const

await command('bench ranking', { options }, ({ seed }) =>
  withScratchPostgres(async (scratch) => {
    // Not on the standard output, which is the same for the same seed.
    const log = (line: string) => console.error(line)
    log('Creating the world …')
    const sql = connect(await scratch.database('simulation', migrationFiles()), 1)
    const world = await createWorld(sql, { ...SETTINGS, seed: wholeNumber('seed', seed, 0) })
    console.log(
      `Seed ${seed}: ${world.honest.length} honest agents, ${world.established} of them established, gave ${world.ratings} ratings to ${world.skills} skills within ${world.days} days.\n`,
    )
    const orders = await ordersOf(sql, 'claws')
    const results = await attack(sql, world, log)
    const rows = [
      [
        'Kendall’s tau without an attack',
        '',
        '',
        ...ORDER_NAMES.map((name) => kendallsTau(orders[name], world).toFixed(3)),
      ],
      ...results.map(({ name, aim, days, target, prices }) => [
        name,
        `${aim === 'enter' ? 'enter from' : 'push out'} ${target}`,
        `${days}`,
        ...ORDER_NAMES.map((order) => shown(prices[order])),
      ]),
    ]
    console.log(markdownTable({ columns: ['Attack', 'Target', 'Days', ...ORDER_NAMES], rows }))

    log('All at once …')
    const unchanged = [await survives(sql, world, 'claws'), await survives(sql, world, 'reliability')]
    console.log(
      `\n${world.accounts} new accounts that lower the top 10 and raise 4 other skills at once ${unchanged.every(Boolean) ? 'do not change' : 'CHANGE'} the members or the order of the top 10, by claws or by reliability.`,
    )

    const defences = await defend(sql, world)
    const defenceRows = defences.map(({ claws, against, ratings }) => [
      `${world.accounts} new accounts, ${against} ${against === 1 ? 'claw' : 'claws'}`,
      `${claws} claws: ${claws < against ? 'above' : 'below'}`,
      ...ORDER_NAMES.map((order) => `${ratings[order] ?? 'never'}`),
    ])
    console.log(
      `\n${markdownTable({ columns: ['One skill', 'The other', ...ORDER_NAMES], rows: defenceRows })}`,
    )
    const isDecided = defences.every(({ ratings }) => ratings.now === 1)
    const bought = results.some(({ days, prices }) => days === 0 && prices.now.accounts !== null)
    if (bought || !isDecided || !unchanged.every(Boolean)) process.exitCode = 1
    await sql.end()
  }),
)

function shown({ accounts, rank }: Price): string {
  return accounts === null ? `never (${rank})` : `${accounts}`
}
