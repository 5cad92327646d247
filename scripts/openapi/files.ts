import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_CODES, ERRORS, type ErrorCode } from '../../functions/_shared/errors.ts'
import {
  describeAnchors,
  MAX_LIMIT,
  SEARCH_ADVICE,
  SEARCH_EXAMPLE,
  SKILL_TYPES,
  SORTS,
  SUB_SCORE_NAMES,
} from '../../functions/_shared/schemas/options.ts'
import { formatted, projectDir } from '../program.ts'
import { openApiDocument } from './document.ts'
import { BASE } from './parameters.ts'
import { registryDocument } from './registry.ts'
import { routes } from './routes.ts'

/** What `npm run generate -- openapi` writes: the texts of files, by their paths in the project. */
export async function documentFiles(): Promise<Map<string, string>> {
  const { version } = JSON.parse(source('package.json')) as { version: string }
  const document = JSON.stringify(openApiDocument(version))
  const registry = JSON.stringify(registryDocument(version))
  const advice = `For “${SEARCH_EXAMPLE.need}”, search “${SEARCH_EXAMPLE.search}”:\n${SEARCH_ADVICE}`
  const skill = [
    withSubScores,
    (text: string) => withParagraph(text, 'How to search', advice),
    (text: string) =>
      withParagraph(
        text,
        'Parameters',
        `\`type\` is one of ${wordList(SKILL_TYPES)}; \`sort\` is one of ${wordList(SORTS)}: by default \`relevance\` with a search, \`top\` without.`,
      ),
  ].reduce(
    (text, change) => change(text),
    withTable('SKILL.md', '| `code` | What to do |', ({ code, hint }) => `| \`${code}\` | ${hint} |`),
  )
  const llms = withParagraph(source('llms.txt'), 'How to search', advice)
  const unformatted = {
    'docs/openapi.json': document,
    'docs/registry-openapi.json': registry,
    'functions/registry/documents/openapi.ts': module(registry),
    'functions/api/documents/openapi.ts': module(document),
    'functions/api/documents/index.ts': module(JSON.stringify(index())),
    'functions/_shared/documents/skill.ts': module(skill),
    'functions/api/documents/llms.ts': module(llms),
  }
  return new Map([
    ['SKILL.md', skill],
    ['llms.txt', llms],
    [
      'docs/api.md',
      withParameters(
        withSubScores(
          withTable(
            'docs/api.md',
            '| Status | `code` | What to do |',
            ({ code, status, hint }) => `| ${status} | \`${code}\` | ${hint} |`,
          ),
        ),
      ),
    ],
    [
      'docs/mcp.md',
      withTable('docs/mcp.md', '| `code` | Advice to the model |', ({ code, modelHint }) =>
        modelHint ? `| \`${code}\` | ${modelHint} |` : undefined,
      ),
    ],
    ...(await Promise.all(
      Object.entries(unformatted).map(async ([path, text]) => [path, await formatted(path, text)] as const),
    )),
  ])
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

/** A Markdown file with its table of errors replaced. */
function withTable(
  path: string,
  header: string,
  row: (error: { code: ErrorCode } & (typeof ERRORS)[ErrorCode]) => string | undefined,
): string {
  const lines = source(path).split('\n')
  const start = lines.indexOf(header)
  if (start < 0) throw new Error(`${path} has no table of errors, with the header “${header}”.`)
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'))
  const rows = ERROR_CODES.flatMap((code) => row({ code, ...ERRORS[code] }) ?? [])
  return [...lines.slice(0, start + 2), ...rows, ...lines.slice(end)].join('\n')
}

/** A text with the paragraph that says what the numbers of the sub-scores mean replaced. */
function withSubScores(text: string): string {
  const scores = SUB_SCORE_NAMES.map((name) => `\`${name}\` (${describeAnchors(name)})`)
  return withParagraph(text, 'Sub-scores', `${scores.join(', ')}.`)
}

/** A text with the rows of tables replaced that list the values of parameters. */
function withParameters(text: string): string {
  const rows = [
    ['| `type` | all |', ` ${wordList(SKILL_TYPES)} |`],
    ['| `limit` | 100 |', ` at least 1; above ${MAX_LIMIT} it counts as ${MAX_LIMIT} |`],
  ] as const
  return rows.reduce((changed, [start, end]) => {
    const lines = changed.split('\n')
    if (!lines.some((line) => line.startsWith(start))) throw new Error(`No row begins with “${start}”.`)
    return lines.map((line) => (line.startsWith(start) ? start + end : line)).join('\n')
  }, withSubScoreOrders(text))
}

/** The row of the sort orders by a sub-score is the one that describes them. */
function withSubScoreOrders(text: string): string {
  const row = /^\|.*\| as `top`, of the sub-score \|$/m
  if (!row.test(text)) throw new Error('No row describes the sort orders by a sub-score.')
  return text.replace(row, `| ${wordList(SUB_SCORE_NAMES)} | as \`top\`, of the sub-score |`)
}

/** Words as code, with commas. */
function wordList(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}

/** A text with the paragraph that has this title, and a list right after it, replaced. */
function withParagraph(text: string, title: string, content: string): string {
  const paragraph = new RegExp(`^\\*\\*${title}\\.\\*\\*.*(\\n- .*)*`, 'm')
  if (!paragraph.test(text)) throw new Error(`No paragraph begins with “**${title}.**”.`)
  return text.replace(paragraph, () => `**${title}.** ${content}`)
}

function module(text: string): string {
  return `// Written by \`npm run generate -- openapi\`.\nexport const text = ${JSON.stringify(text)}\n`
}

function source(path: string): string {
  return readFileSync(join(projectDir, path), 'utf8')
}
