// `npm run traffic`: a proxy in front of the service of SKILL_RATING_URL that prints what the client sends, byte by byte. Run
// `skill-rating` with the SKILL_RATING_URL that it prints.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const service = process.env.SKILL_RATING_URL ?? 'http://127.0.0.1:54321/functions/v1'
const server = createServer(async (incoming, outgoing) => {
  const { method, url, rawHeaders, httpVersion } = incoming
  const body = await buffer(incoming)
  const headers = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1]]]))
  // A key must not be on a screen.
  const lines = headers.map(([name, value]) => `${name}: ${name.toLowerCase() === 'x-api-key' ? 'claw_…' : value}`)
  console.log(`\n${[`${method} ${url} HTTP/${httpVersion}`, ...lines, '', body.toString()].join('\n').trimEnd()}`)
  const sent = headers.filter(([name]) => !/^(host|connection|content-length|accept-encoding|sec-)/i.test(name))
  const response = await fetch(new URL(url, service), {
    method,
    headers: sent,
    body: body.length > 0 ? body : undefined,
    redirect: 'manual',
  })
  const received = [...response.headers].filter(([name]) => !/^(connection|transfer-encoding|content-(length|encoding))$/.test(name))
  outgoing.writeHead(response.status, received)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}${new URL(service).pathname}`
  console.log(`SKILL_RATING_URL=${url}   (forwards to ${service}; Ctrl-C stops it)`)
})
