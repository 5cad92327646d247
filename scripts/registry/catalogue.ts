import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { UserError } from '../../local/cli/user-error.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { readSettings } from '../../local/stack/settings.ts'
import { reasonOf } from '../support/fetch-errors.ts'
import type { Entry, Source } from './entry.ts'
import { BAD_PORT } from './http.ts'

const Result = z.object({
  outcomes: z.array(z.tuple([z.string(), z.string(), z.string().nullable()])),
})

/** What happened to a skill, and why its server.json is not served, if so. */
type Outcome = [name: string, outcome: string, serverProblem: string | null]

/** The most skills in one call. Others that write their skills or words wait for it: 400 took up to 1.5 s, 100 take up to 0.4 s. */
export const MAX_SKILLS = 100
/** The most characters of skills in one call, if they are not one. */
const MAX_CALL = 1_000_000
const RETRIES = 4
const TIMEOUT_MS = 30_000

/** The catalogue into which skills are imported, through the Data API with the secret key. */
export class Catalogue {
  readonly #url: string
  readonly #key: string
  #batchSize = MAX_SKILLS

  /**
   * @param env names the Data API and its secret key; by default, those of the local stack
   * @throws UserError if no key is configured
   */
  constructor(
    env: NodeJS.ProcessEnv,
    private readonly source: Pick<Source, 'url' | 'label'>,
    private readonly isDryRun: boolean,
  ) {
    const { url, key } = dataApiOf(env)
    this.#url = `${url.replace(/\/+$/, '')}/rest/v1/rpc`
    this.#key = key
  }

  /** Calls without skills, until it succeeds. @throws UserError */
  async check(retries = RETRIES): Promise<void> {
    try {
      await this.#call([])
    } catch (error) {
      if (error instanceof UserError) throw error
      const reason = reasonOf(error as Error)
      if (reason === BAD_PORT)
        throw new UserError(
          'fetch() does not allow the port of the Data API: set SUPABASE_URL to another address.',
        )
      if (retries === 0)
        throw new UserError(`The Data API does not work (${reason}). Run the same command again later.`)
      await wait(1_000)
      await this.check(retries - 1)
    }
  }

  /**
   * Imports skills. Returns the name of each skill, and what happened to it.
   * A batch that fails is halved: it may have taken longer than the statement timeout. After one that succeeds, the next is twice as large.
   */
  async send(entries: Entry[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (let rest = entries; rest.length > 0; ) {
      const batch = firstOf(rest, this.#batchSize)
      try {
        const [entry] = batch
        const done = entry && batch.length === 1 ? await this.#sendOne(entry) : await this.#call(batch)
        outcomes.push(...done)
        rest = rest.slice(batch.length)
        this.#batchSize = Math.min(MAX_SKILLS, this.#batchSize * 2)
      } catch (error) {
        if (error instanceof UserError) throw error
        this.#batchSize = Math.max(1, batch.length >> 1)
      }
    }
    return outcomes
  }

  /** The names of the skills that were imported and are not marked, in portions. */
  async *names(): AsyncGenerator<string[]> {
    for (let after = ''; ; ) {
      const response = await this.#post('list_imported', { p_source: this.source.url, p_after: after })
      const { data } = z.array(z.string()).safeParse(await response.json().catch(() => undefined))
      if (!response.ok || !data)
        throw new UserError(`The Data API does not list what was imported (status ${response.status}).`)
      yield data
      const last = data.at(-1)
      if (last === undefined) return
      after = last
    }
  }

  /** Imports one skill. If it fails although the Data API works, it does not stop the others. */
  async #sendOne(entry: Entry): Promise<Outcome[]> {
    let problem = ''
    for (let attempts = 0; attempts < 2; attempts++) {
      try {
        return await this.#call([entry])
      } catch (error) {
        if (error instanceof UserError) throw error
        problem = (error as Error).message
        await this.check()
      }
    }
    return [[entry.external_name, `cannot be stored (${problem})`, null]]
  }

  async #call(entries: Entry[]): Promise<Outcome[]> {
    const response = await this.#post('import_skills', {
      p_source: this.source.url,
      p_catalogue: this.source.label,
      // SQL does not read the version, which can have NUL or a lone surrogate.
      p_skills: JSON.stringify(entries.map((entry) => ({ ...entry, version: undefined }))),
      p_dry_run: this.isDryRun,
    })
    const { data } = Result.safeParse(await response.json().catch(() => undefined))
    if (response.ok && data) return data.outcomes
    if (response.status === 401 || response.status === 403)
      throw new UserError('The Data API rejects the key: set SUPABASE_SECRET_KEY to the secret key.')
    if (response.status === 404)
      throw new UserError(
        'The Data API does not have the function import_skills: apply the migrations first.',
      )
    throw new Error(`status ${response.status}`)
  }

  #post(name: string, body: object): Promise<Response> {
    return fetch(`${this.#url}/${name}`, {
      method: 'POST',
      headers: { apikey: this.#key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }
}

/** The first entries that one call can have, and at least one. */
function firstOf(entries: Entry[], most: number): Entry[] {
  let size = 0
  const end = entries.slice(0, most).findIndex((entry, i) => {
    size += JSON.stringify(entry).length
    return i > 0 && size > MAX_CALL
  })
  return entries.slice(0, end === -1 ? most : end)
}

function dataApiOf(env: NodeJS.ProcessEnv): { url: string; key: string } {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = env
  // A key with other characters, such as a line feed, cannot be sent, and the error would contain it.
  const isKey = key && /^[\x21-\x7e]+$/.test(key)
  if (url && isKey && /^https?:/.test(url) && URL.canParse(url)) return { url, key }
  if (url || key)
    throw new UserError(
      'Set both SUPABASE_URL, such as https://<project-ref>.supabase.co, and SUPABASE_SECRET_KEY.',
    )
  const { apiPort, dataDir } = readSettings(env)
  if (!existsSync(join(dataDir, 'keys.json')))
    throw new UserError(
      `There is no local stack in ${dataDir}: run \`npm start\` first, or set SUPABASE_URL and SUPABASE_SECRET_KEY.`,
    )
  return { url: `http://127.0.0.1:${apiPort}`, key: keysOf(dataDir).secret }
}
