import { type IncomingHttpHeaders, request as sendHttp } from 'node:http'

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: whoever reads it says what it must be.
  body: any
  text: string
  /** Milliseconds until it was there whole. */
  took: number
}

export type Call = { method: 'GET' | 'POST'; path: string; key?: string | undefined; body?: unknown }

/**
 * Sends a request on a connection of its own, once: fetch() would send some requests again by itself.
 * @throws Error when the connection breaks, or no answer comes within 10 s; SyntaxError when the JSON of the answer is none
 */
export function send(baseUrl: string, { method, path, key, body }: Call): Promise<Answer> {
  const begun = performance.now()
  const content = body === undefined ? '' : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = sendHttp(baseUrl + path, {
      method,
      agent: false,
      signal: AbortSignal.timeout(10_000),
      headers: {
        ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
        ...(key && { 'x-api-key': key }),
      },
    })
    request.on('error', reject)
    request.on('response', async (response) => {
      try {
        let text = ''
        for await (const chunk of response.setEncoding('utf8')) text += chunk
        const { statusCode: status = 0, headers } = response
        const isJson = /^application\/(problem\+)?json/.test(headers['content-type'] ?? '')
        resolve({
          status,
          headers,
          text,
          body: isJson ? JSON.parse(text) : undefined,
          took: performance.now() - begun,
        })
      } catch (error) {
        reject(error)
      }
    })
    request.end(content)
  })
}
