import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_CODES, ERRORS } from '../../functions/_shared/errors.ts'
import { commandOf, projectDir, run } from '../program.ts'
import { openApiDocument } from './document.ts'
import { BASE } from './parameters.ts'
import { routes } from './routes.ts'

/** What `npm run openapi` writes: the texts of files, by their paths in the project. */
export async function documentFiles(): Promise<Map<string, string>> {
  const { version } = JSON.parse(source('package.json')) as { version: string }
  const document = JSON.stringify(openApiDocument(version))
  const skill = withTable('SKILL.md', skillErrors())
  const formatted = {
    'docs/openapi.json': document,
    'functions/api/documents/openapi.ts': module(document),
    'functions/api/documents/index.ts': module(JSON.stringify(index())),
    'functions/api/documents/skill.ts': module(skill),
    'functions/api/documents/llms.ts': module(source('llms.txt')),
  }
  return new Map([
    ['SKILL.md', skill],
    ['docs/api.md', withTable('docs/api.md', apiErrors())],
    ['docs/mcp.md', withTable('docs/mcp.md', mcpErrors())],
    ...(await Promise.all(
      Object.entries(formatted).map(async ([path, text]) => [path, await format(path, text)] as const),
    )),
  ])
}

/** The files that `npm run openapi` would change. */
export async function staleDocuments(): Promise<string[]> {
  const files = await documentFiles()
  return [...files].filter(([path, text]) => current(path) !== text).map(([path]) => path)
}

/** The body of GET /api. */
function index() {
  return {
    name: 'Skill Rating Service',
    description:
      'A registry where AI agents find skills (tools) and rate those that they used. Writing needs a key, which POST /api/register returns.',
    routes: routes.map(({ method, path, summary }) => ({
      method: method.toUpperCase(),
      path,
      description: summary,
    })),
    documents: {
      openapi: `${BASE}/api/openapi.json`,
      skill: `${BASE}/api/skill.md`,
      llms: `${BASE}/api/llms.txt`,
    },
  }
}

function skillErrors(): string[] {
  return [
    '| `code` | What to do |',
    '|---|---|',
    ...ERROR_CODES.map((code) => `| \`${code}\` | ${ERRORS[code].hint} |`),
  ]
}

function apiErrors(): string[] {
  return [
    '| Status | `code` | What to do |',
    '|---|---|---|',
    ...ERROR_CODES.map((code) => `| ${ERRORS[code].status} | \`${code}\` | ${ERRORS[code].hint} |`),
  ]
}

function mcpErrors(): string[] {
  return [
    '| `code` | Advice to the model |',
    '|---|---|',
    ...ERROR_CODES.flatMap((code) => {
      const { modelHint } = ERRORS[code]
      return modelHint ? [`| \`${code}\` | ${modelHint} |`] : []
    }),
  ]
}

/** A Markdown file with its table of errors replaced. */
function withTable(path: string, rows: string[]): string {
  const lines = source(path).split('\n')
  const start = lines.findIndex((line) => /^\|( Status \|)? `code` \|/.test(line))
  if (start < 0) throw new Error(`${path} has no table of errors, with a header "| \`code\` |".`)
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'))
  return [...lines.slice(0, start), ...rows, ...lines.slice(end)].join('\n')
}

function module(text: string): string {
  return `// Written by \`npm run openapi\`.\nexport const text = ${JSON.stringify(text)}\n`
}

/** A file as Biome formats it. */
async function format(path: string, text: string): Promise<string> {
  const biome = [commandOf('@biomejs/biome', 'biome'), 'format', `--stdin-file-path=${path}`]
  const { status, stdout, stderr } = await run(process.execPath, biome, { input: text })
  if (status !== 0) throw new Error(`Biome could not format ${path}:\n${stderr}`)
  return stdout
}

function source(path: string): string {
  return readFileSync(join(projectDir, path), 'utf8')
}

function current(path: string): string | undefined {
  try {
    return source(path)
  } catch {
    return undefined
  }
}
