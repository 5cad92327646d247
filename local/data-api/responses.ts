import { ConnectionError, connectionProblem, type DatabaseError, type Problem, statusOf } from './errors.ts'

const json = 'application/json; charset=utf-8'

/** The value of a function as JSON text, and what the function has set for the response: empty if nothing. */
type Value = {
  value: string | null | undefined
  isVoid: boolean
  isHead: boolean
  status: string | null | undefined
  headers: string | null | undefined
}

/** The answer of PostgREST to a call of a function that returns one value. */
export function valueResponse({ value, isVoid, isHead, status, headers }: Value): Response {
  if (status && !/^[2-5]\d\d$/.test(status))
    return invalidSetting('PGRST112', 'response.status guc must be a valid status code')
  const code = status ? Number(status) : isVoid ? 204 : 200
  const content = isVoid || [204, 205, 304].includes(code) ? undefined : Buffer.from(value ?? 'null')
  const ownHeaders = {
    'Content-Range': '0-0/*',
    ...(content && { 'Content-Type': json, 'Content-Length': String(content.length) }),
  }
  const response = new Response(isHead ? null : (content ?? null), { status: code, headers: ownHeaders })
  if (!headers) return response
  try {
    for (const one of JSON.parse(headers) as Record<string, string>[]) {
      const [[name, text] = [], ...others] = Object.entries(one)
      if (typeof text !== 'string' || others.length > 0) throw new TypeError()
      response.headers.set(name as string, text)
    }
    return response
  } catch {
    const format = 'a JSON array composed of objects with a single key and a string value'
    return invalidSetting('PGRST111', `response.headers guc must be ${format}`)
  }
}

/** The answer of PostgREST to an error of the call. @param role the role of the request */
export function errorResponse(error: Error, role: string): Response {
  if (error instanceof ConnectionError) {
    const { status, ...problem } = connectionProblem(error)
    return problemResponse(status, problem)
  }
  const { code, message, detail = null, hint = null } = error as Partial<DatabaseError> & Error
  // A bug of the Data API, and not an error of the database.
  if (code === undefined) throw error
  if (code === 'PGRST') return raisedResponse(message, detail ?? '')
  return problemResponse(statusOf(code, role, message), { code, message, details: detail, hint })
}

/** Lets pages of all origins read a response. */
export function forEveryOrigin(response: Response): Response {
  response.headers.set('Access-Control-Allow-Origin', '*')
  response.headers.set('Access-Control-Expose-Headers', 'Content-Range, Content-Location, Preference-Applied')
  return response
}

function problemResponse(status: number, problem: Problem, init: ResponseInit = {}): Response {
  // The messages may quote the request.
  if (status >= 500) console.error(`${status} ${problem.code}`)
  return Response.json(problem, { ...init, status, headers: { 'Content-Type': json, ...init.headers } })
}

function invalidSetting(code: string, message: string): Response {
  return problemResponse(500, { code, message, details: null, hint: null })
}

/** The answer to `raise sqlstate 'PGRST'`, with which SQL sets the whole answer. */
function raisedResponse(message: string, detail: string): Response {
  try {
    const { code, message: text, details = null, hint = null } = JSON.parse(message)
    const { status, headers, status_text = '' } = JSON.parse(detail)
    if (typeof code !== 'string' || typeof text !== 'string') throw new TypeError()
    const problem = { code, message: text, details, hint }
    return problemResponse(status, problem, { headers, statusText: status_text })
  } catch {
    return problemResponse(500, {
      code: 'PGRST121',
      message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      details: null,
      hint: 'MESSAGE needs the keys code and message, and DETAIL the keys status and headers.',
    })
  }
}
