/** Every script of package.json in groups, each with one line that says what it does. */
export const COMMANDS = {
  'Run the service': {
    start: 'Start the whole stack on this machine',
    dev: 'Start the stack and restart what a change of the code touches',
    reset: 'Delete the data of the local stack',
    help: 'List these scripts',
  },
  'Check a change': {
    test: 'Run all tests but those in a browser; takes file names and options of vitest',
    'test:api': 'Run the tests of the API over HTTP; BASE_URL names a deployment to test',
    'test:browser': 'Run the tests of the web site in Chromium',
    check: 'Run formatters, linters and type checks',
    attack: 'Run the attacks against the API, the Data API and the MCP server',
    canaries: 'Search answers, logs and data for secrets that do not belong there',
    fuzz: 'Send random requests and compare every answer with a model',
    history: 'Rate and read at the same time and check every answer for consistency',
    kills: 'Kill Postgres under load and check that no acknowledged write is lost',
    mutation: 'Remove each rule in turn and check that a test fails',
  },
  'Measure performance': {
    bench: 'Measure queries, writes and HTTP at several sizes of data',
    'bench:data': 'Create the data of the benchmark',
    'bench:profile': 'Show where the time of a request goes',
    'bench:site': 'Measure what a browser loads when it opens the web site',
    'bench:search': 'Measure how well and how fast searches find skills of a given catalogue',
    'bench:attacks': 'Measure the CPU time of each attack that has no valid key',
    'bench:cold': 'Compare the cold start of the function with that of another commit',
    'bench:start': 'Measure how long the stack takes to start and to stop',
  },
  'Write generated files': {
    migration: 'Write the migration that leads from supabase/migrations to sql',
    types: 'Write the TypeScript types of the database',
    openapi: 'Write docs/openapi.json and the documents that the function serves',
    unicode: 'Write the tables of characters that the rules for names read',
    privileges: 'Write the table of privileges that a test compares with the database',
    examples: 'Write the real answers below the commands in the documents',
    pictures: 'Take the pictures in docs/pictures',
    'build:site': 'Build the web site into site/dist',
  },
  'Release and deploy': {
    release: 'Check that a version can be released',
    deploy: 'Deploy the migrations and the edge functions to Supabase',
  },
} as const satisfies Record<string, Record<string, string>>

type Groups = (typeof COMMANDS)[keyof typeof COMMANDS]

/** A script of package.json. */
export type CommandName = Groups extends infer Group
  ? Group extends Group
    ? keyof Group & string
    : never
  : never

/** What a script does, in one line. */
export function summaryOf(name: CommandName): string {
  return (Object.assign({}, ...Object.values(COMMANDS)) as Record<CommandName, string>)[name]
}
