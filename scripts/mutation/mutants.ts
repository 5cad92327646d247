import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '../program.ts'
import { editsByHand } from './by-hand.ts'
import { type Edit, type Mutant, mutantsOf } from './mutant.ts'
import { sqlEdits } from './sql-mutants.ts'
import { typescriptEdits } from './typescript-mutants.ts'

/** index.ts only starts the server, and the types are generated. */
const NO_RULES = ['index.ts', 'database.types.ts', 'deno.json', 'unicode.ts', '0_characters.sql']

/**
 * Edits that change nothing anybody could see, and why. Each is `file what`, as `--list` prints it but for the line.
 */
const EQUIVALENT: Record<string, string> = {
  'functions/_shared/auth.ts $ in /^bearer +(.*)$/i':
    'no header holds a line break, so the dot ends where the text does',
  "functions/_shared/database.ts !Array.isArray(value) of typeof value === 'object' && value !== null && !Array.…":
    'a list has no member by which an answer is known, and is refused for that',
  "functions/_shared/schemas/requests.ts abort of { error: 'must not hold NUL or lone surrogates', abort: true }":
    'for people: zod transforms nothing that was refused',
  "functions/_shared/schemas/requests.ts z.string of z.string({ error: 'must be a UUID' })":
    'what is no text is no UUID either, and is told so in the same words',
  'functions/_shared/text/text.ts flag s in /^https?:\\/\\/([^\\][/?#@\\\\:<>^|%]+|\\[[0-…':
    'the line breaks that the dot would stop at are refused as unreadable',
  'functions/_shared/text/text.ts start < end of start < end && WHITE_SPACE.test(text.charAt(start))':
    'behind the end there is no character, and so no white space',
  'functions/_shared/text/text.ts end > start of end > start && WHITE_SPACE.test(text.charAt(end - 1))':
    'it only goes on where all was white space, and what lies between the two is empty as before',
  'sql/1_agents.sql check agents_email_clean':
    'what private.is_email takes is ASCII without white space: clean already',
  'sql/3_ratings.sql if not exists (select from new_ratings) and not exists (select…':
    'only saves work: without it nothing is added',
  'sql/5_list.sql nullif of search': 'an empty search has no words, and no skill has an empty name',
}

/** Every rule of the program, taken away one at a time. */
export function allMutants(): Mutant[] {
  return [
    ...filesIn('functions/api', '.ts').flatMap((file) => mutants(file, typescriptEdits)),
    ...filesIn('sql', '.sql').flatMap((file) => mutants(file, (_, text) => [...sqlEdits(text)])),
  ]
}

function mutants(file: string, find: (file: string, text: string) => Edit[]): Mutant[] {
  const text = readFileSync(join(projectDir, file), 'utf8')
  const edits = [...find(file, text), ...editsByHand(file, text)]
  const all = mutantsOf(file, text, edits)
  for (const name of Object.keys(EQUIVALENT)) {
    if (name.startsWith(`${file} `) && !all.some(({ what }) => name === `${file} ${what}`))
      throw new Error(
        `No mutant is called ${name} any more: take it off the list of those that change nothing.`,
      )
  }
  return all.filter(({ what }) => !(`${file} ${what}` in EQUIVALENT))
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(projectDir, folder))
    .filter((file) => file.endsWith(ending) && !NO_RULES.includes(file))
    .sort()
    .map((file) => `${folder}/${file}`)
}
