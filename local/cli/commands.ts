/** All scripts of package.json with a one-line description, in groups. */
export const COMMANDS = {
  'Run the service': {
    start: 'Start the whole stack on this machine',
    dev: 'Start the stack and apply changes of the code while it runs',
    sql: 'Run SQL in the database of the local stack',
    reset: 'Delete the data of the local stack',
    help: 'List these scripts',
  },
  'Check a change': {
    test: 'Run the tests, except those in a browser; takes file names and options of Vitest',
    'test:nightly': 'Run the long tests, the fuzzer and the crash test',
    'test:api': 'Run the HTTP tests of the API; BASE_URL selects a deployment',
    'test:browser': 'Run the tests of the web site in Chromium',
    check: 'Run all formatters, linters and type checks',
    lint: 'Lint TypeScript, CSS and JSON',
    format: 'Format TypeScript, CSS and JSON',
    typecheck: 'Check the types of the code for Node',
    attack: 'Run the attacks against the API, the Data API and the MCP server',
    canaries: 'Search answers, logs and data for secrets that do not belong there',
    fuzz: 'Send random requests and compare every response with a model',
    crash: 'Kill Postgres under load and check that no acknowledged write is lost',
  },
  'Measure performance': {
    bench: 'Measure lists, searches, writes, HTTP and the function, or compare them with another commit',
    'bench:site': 'Measure the web site: loads, transfer sizes and typing',
    'bench:search': 'Measure how well and how fast searches find skills of a given catalogue',
    'bench:attacks': 'Measure the CPU time of each attack that has no valid key',
    simulate: 'Simulate attacks on the ranking and print how many accounts and days each costs',
  },
  'Write generated files': {
    migration: 'Write the migration from supabase/migrations to sql',
    types: 'Write the TypeScript types of the database',
    openapi: 'Write docs/openapi.json and the documents that the function serves',
    unicode: 'Write the Unicode tables for the rules for names',
    privileges: 'Write the table of privileges, which a test compares with the database',
    examples: 'Run the commands in the docs and write their answers',
    pictures: 'Take the pictures in docs/pictures',
    'build:site': 'Build the web site into site/dist',
  },
  'Release and deploy': {
    release: 'Check that a version can be released',
    import: 'Import the skills of another catalogue, such as the MCP Registry',
    deploy: 'Deploy the migrations and the edge functions to Supabase',
  },
} as const satisfies Record<string, Record<string, string>>

type Groups = typeof COMMANDS

/** A script of package.json. */
export type CommandName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]

/** The description of a script. */
export function summaryOf(name: CommandName): string {
  return (Object.assign({}, ...Object.values(COMMANDS)) as Record<CommandName, string>)[name]
}
