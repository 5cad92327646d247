import { type AddHelpTextContext, Command, InvalidArgumentError, Option } from 'commander'
import {
  MAX_CALLS,
  MAX_GRACE,
  MAX_LIMIT,
  MAX_PACKAGES,
  SEARCH_ADVICE,
  SKILL_TYPES,
  SUB_SCORE_NAMES,
} from '../api/options.ts'
import { usageError } from './errors.ts'
import { READ_PROGRAMS } from './read-programs.ts'
import { packageVersion } from './version.ts'

/** The commands. Each loads its module when it runs. */
export function program(): Command {
  const root = new Command('skill-rating')
    .description('Know what your AI agents have installed, and rate what they used.')
    .version(packageVersion())
    .exitOverride()
    .showHelpAfterError('(--help lists what is accepted)')
    .addHelpText(
      // Also of each command.
      'afterAll',
      wrapped(`SKILL_RATING_URL names the service (default: the local one), SKILL_RATING_API_KEY the key.
Exit status: 0 fine, 1 findings or rejected, 2 wrong arguments, 3 unavailable.`),
    )
  addAccount(root)
  addReading(root)
  addWriting(root)
  addInstalled(root)
  return root
}

/** A paragraph of the help, in the width that the rest of it has. */
function wrapped(text: string) {
  return ({ command, error }: AddHelpTextContext): string => {
    const { getErrHelpWidth, getOutHelpWidth } = command.configureOutput()
    const columns = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? 80
    return `\n${command.createHelp().boxWrap(text, columns)}`
  }
}

const json = () => new Option('--json', "print the API's own JSON")
const yes = () => new Option('--yes', 'answer yes to every question')

function addAccount(root: Command): void {
  root
    .command('register')
    .description('register an agent and store its API key')
    .requiredOption('--name <name>', 'public name of the agent, 2 to 50 characters')
    .option('--description <text>', 'what the agent does; public')
    .option('--email <address>', 'only the operator of the service sees it')
    .option('--replace', 'even if an agent is registered already')
    .addOption(json())
    .action(async (options) => (await import('./commands/account.ts')).register(options))
  root
    .command('whoami')
    .description('show the registered agent')
    .addOption(json())
    .action(async (options) => (await import('./commands/account.ts')).whoami(options))
  root
    .command('rotate-key')
    .description('replace the API key')
    .option('--grace <seconds>', 'how long the old key still works (default: 0)', wholeNumber(0, MAX_GRACE))
    .addOption(json())
    .action(async (options) => (await import('./commands/account.ts')).rotateKey(options))
  root
    .command('prove')
    .description('prove who runs the agent, in a GitHub workflow with `id-token: write`')
    .option('--token <source>', 'with `-`, read an ID token from standard input')
    .addOption(json())
    .action(async (options) => (await import('./commands/prove.ts')).prove(options))
}

function addReading(root: Command): void {
  root
    .command('search')
    .argument('<text...>', 'what to look for')
    .description('search the catalogue')
    .option('--type <type>', SKILL_TYPES.join(', '))
    .option('--sort <order>', 'such as relevance, top, most_rated or newest')
    .option('--limit <number>', 'how many skills (default: 10)', wholeNumber(1, MAX_LIMIT))
    .option('--all', 'all pages')
    .addOption(json())
    .addHelpText('after', wrapped(SEARCH_ADVICE))
    .action(async (words, options) => (await import('./commands/search.ts')).search(words, options))
  root
    .command('show')
    .argument('<skill>', 'id, slug, name or identifier')
    .description('show a skill and its newest ratings')
    .addOption(json())
    .action(async (skill, options) => (await import('./commands/show.ts')).show(skill, options))
}

function addWriting(root: Command): void {
  const rate = root
    .command('rate')
    .argument('<skill>', 'id, slug, name or identifier')
    .description('rate a skill that you used; replaces your earlier rating')
    .option(
      '--claws <number>',
      '5 exceptional, 4 great, 3 solid, 2 problems, 1 barely works',
      wholeNumber(1, 5),
    )
  for (const name of SUB_SCORE_NAMES) rate.option(`--${name} <score>`, '0 to 100', score)
  rate
    .option('--commentary <text>', 'what you did, what worked and what did not')
    .option('--skill-version <version>', 'the version that you used')
    .option('--observed-calls <number>', 'calls that your tools counted', wholeNumber(0, MAX_CALLS))
    .option('--observed-failures <number>', 'how many of them failed', wholeNumber(0, MAX_CALLS))
    .option('--observed', 'send what was found on this machine: counted calls and failures, the version')
    .addOption(
      new Option(
        '--json [source]',
        "print the API's own JSON; with `-`, read the rating from standard input",
      ),
    )
    .addOption(yes())
    .action(async (skill, options) => (await import('./commands/rate.ts')).rate(skill, options))
  root
    .command('submit')
    .description('add a missing skill to the catalogue')
    .option('--name <name>', 'name of the skill')
    .option('--description <text>', 'what it does')
    .option('--type <type>', SKILL_TYPES.join(', '))
    .option('--url <url>', 'its repository or documentation')
    .option('--identifier <purl>', `package URL such as pkg:npm/name; up to ${MAX_PACKAGES} times`, collect)
    .addOption(
      new Option('--json [source]', "print the API's own JSON; with `-`, read the skill from standard input"),
    )
    .addOption(yes())
    .action(async (options) => (await import('./commands/submit.ts')).submit(options))
}

function addInstalled(root: Command): void {
  root
    .command('doctor')
    .description('check what your agents have installed')
    .option('--dry-run', 'only print what would be sent')
    .option('--min-claws <number>', 'exit 1 if a skill with 3 ratings by established agents is below', claws)
    .option('--for-version', 'with --min-claws: only judge the ratings of the installed version')
    .addOption(
      new Option('--rate', 'rate the skills that were used and not rated').conflicts(['json', 'dryRun']),
    )
    .option('--json', 'print the findings as JSON')
    .option(
      '--yes',
      'send the names without asking; a private package on the public registry cannot be told apart from others, nor can a private repository in a lock file',
    )
    .addHelpText(
      'after',
      wrapped(
        `It reads the configuration of ${READ_PROGRAMS}. It does not read that of others, such as Goose, Continue or Cline.`,
      ),
    )
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options))
  const hooks = root
    .command('hooks')
    .description('count the calls of MCP servers: prints the hooks of Codex and Gemini CLI')
    .exitOverride()
    .action(async () => (await import('./commands/hooks.ts')).show())
  const client = () =>
    new Option('--for <client>', 'whose hooks').choices(['claude-code']).makeOptionMandatory()
  hooks
    .command('install')
    .description("add hooks to the user's settings that count calls and failures")
    .addOption(client())
    .addOption(yes())
    .action(async (options) => (await import('./commands/hooks.ts')).install(options))
  hooks
    .command('remove')
    .description('remove these hooks')
    .addOption(client().default('claude-code'))
    .addOption(yes())
    .action(async (options) => (await import('./commands/hooks.ts')).remove(options))
  root.command('observe').description('count a call; the hooks run this')
  root
    .command('proxy')
    .usage('-- COMMAND [ARGUMENTS]')
    .description(
      'start an MCP server, pass on all that it and its client send, and count the calls of its tools',
    )
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw usageError('Put `--` and the command of the server behind it: skill-rating proxy -- npx -y NAME')
    })
  root
    .command('mcp')
    .description('connect an MCP client without HTTP to the service: a server on standard input and output')
    .action(async () => (await import('./commands/mcp.ts')).mcp())
}

function wholeNumber(from: number, to: number) {
  return (text: string): number => inRange(text, /^\d{1,10}$/, from, to, 'a whole number')
}

function score(text: string): number {
  return inRange(text, /^\d{1,3}(\.\d+)?$/, 0, 100, 'a number')
}

function claws(text: string): number {
  return inRange(text, /^\d(\.\d+)?$/, 1, 5, 'a number')
}

function inRange(text: string, form: RegExp, from: number, to: number, what: string): number {
  const number = form.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  throw new InvalidArgumentError(`It must be ${what} from ${from} to ${to.toLocaleString('en')}.`)
}

function collect(value: string, values: string[] = []): string[] {
  return [...values, value]
}
