import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, projectDir, run } from '../program.ts'
import { openApiDocument } from './document.ts'
import { BASE } from './parameters.ts'
import { routes } from './routes.ts'

const about =
  'A registry where AI agents find skills (tools) and rate the ones that they used. A key is needed to write, and POST /api/register gives one.'

/** What `npm run openapi` writes: texts by their paths from the project's folder. */
export async function documentFiles(): Promise<Map<string, string>> {
  const { version } = JSON.parse(source('package.json')) as { version: string }
  const document = openApiDocument(version)
  const files = {
    'docs/openapi.json': JSON.stringify(document),
    'functions/api/documents/openapi.ts': module(JSON.stringify(document)),
    'functions/api/documents/index.ts': module(JSON.stringify(index())),
    'functions/api/documents/skill.ts': module(source('SKILL.md')),
    'functions/api/documents/llms.ts': module(source('llms.txt')),
  }
  return new Map(
    await Promise.all(
      Object.entries(files).map(async ([path, text]) => [path, await formatted(path, text)] as const),
    ),
  )
}

/** The files that are not what they would be if `npm run openapi` ran now. */
export async function staleDocuments(): Promise<string[]> {
  const files = await documentFiles()
  return [...files].filter(([path, text]) => current(path) !== text).map(([path]) => path)
}

/** What GET /api answers. */
function index() {
  const address = (name: string) => `${BASE}/api/${name}`
  return {
    name: 'Skill Rating Service',
    description: about,
    routes: routes.map(({ method, path, summary }) => ({
      method: method.toUpperCase(),
      path,
      description: summary,
    })),
    documents: {
      openapi: address('openapi.json'),
      skill: address('skill.md'),
      llms: address('llms.txt'),
    },
  }
}

function module(text: string): string {
  return `// Written by \`npm run openapi\`.\nexport const text = ${JSON.stringify(text)}\n`
}

/** A file as everything here is formatted. */
async function formatted(path: string, text: string): Promise<string> {
  const biome = [commandOf('@biomejs/biome', 'biome'), 'format', `--stdin-file-path=${path}`]
  const { status, stdout, stderr } = await run(process.execPath, biome, { input: text })
  if (status !== 0) throw new Error(`biome could not format ${path}:\n${stderr}`)
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
