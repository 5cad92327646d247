/** All commands with a one-line description, in groups: the script of package.json, and the variant that is its first argument. */
export const COMMANDS = {
  'Run the service': {
    start: 'Start the whole stack on this machine',
    dev: 'Start the stack and apply changes of the code while it runs',
    'db:sql': 'Run SQL in the database of the local stack',
    'db:demo': 'Fill the local stack with some 200 skills, 2,000 ratings and the examples of docs/admin.md',
    reset: 'Delete the data of the local stack',
    help: 'List these commands',
  },
  'Check a change': {
    test: 'Run the tests; takes file names and options of Vitest, and `--mode nightly` or `--mode browser`',
    check: 'Run all formatters, linters and type checks, or those that are named',
    format: 'Format TypeScript, CSS and JSON',
    'test:client': 'Install, build, test and pack the npm package skill-rating, in client/',
    'test:fuzz': 'Send random requests and compare every response with a model',
    'test:crash': 'Kill Postgres under load and check that no acknowledged write is lost',
  },
  'Measure performance': {
    'bench service': 'Measure lists, searches, writes and HTTP, or compare them with another commit',
    'bench search': 'Measure how well and how fast searches find skills of a given catalogue',
    'bench attacks': 'Measure the CPU time of each attack that has no valid key',
  },
  'Write generated files': {
    'db:migration': 'Write what changed in sql/ as a new migration in supabase/migrations',
    'generate types': 'Write the TypeScript types of the database',
    'generate openapi': 'Write docs/openapi.json and the documents that the function serves',
    'generate privileges': 'Write the table of privileges, which a test compares with the database',
    'generate examples': 'Run the commands in the docs and write their answers',
    'generate pictures': 'Take the pictures in docs/pictures and of link previews',
    'site:build': 'Build the web site into site/dist',
  },
  'Release and deploy': {
    release: 'Record the migrations as released, and check that a version can be tagged',
    'catalogue:import': 'Import the skills of another catalogue, such as the MCP Registry',
    deploy: 'Deploy the migrations and the edge functions to Supabase',
  },
} as const satisfies Record<string, Record<string, string>>

type Groups = typeof COMMANDS

/** A script of package.json, and after a space its variant. */
export type CommandName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]

/** The variants of a script: the second words of the commands. */
export type VariantOf<Script extends string> = CommandName extends infer Name
  ? Name extends `${Script} ${infer Variant}`
    ? Variant
    : never
  : never

/** The description of a command. */
export function summaryOf(name: CommandName): string {
  return (Object.assign({}, ...Object.values(COMMANDS)) as Record<CommandName, string>)[name]
}

/** How to run a command: `npm run bench -- attacks`, and with options `npm run bench -- attacks --top 20`. */
export function usageOf(name: CommandName, options = ''): string {
  const [script, ...args] = `${name} ${options}`.trim().split(' ')
  return `npm run ${script}${args.length > 0 ? ` -- ${args.join(' ')}` : ''}`
}
