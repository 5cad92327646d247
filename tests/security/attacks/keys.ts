import { type Attack, type Cast, unknownKey } from './target.ts'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.K1a6rCWTFnoTFyP6QDGzMEdT4tDAmbuHQLOyfn9dXXU'

/** Every way to say who one is with every other beside it, before a rating that would be taken from whoever has a key. */
export function keys({ mallory, eve, revoked, other, stack }: Cast): Attack[] {
  const unknown = unknownKey()
  const inTheirHeader: (string | undefined)[] = [
    undefined,
    unknown,
    revoked.key,
    'claw_',
    'x',
    JWT,
    mallory.key.toUpperCase(),
    mallory.key.slice(0, -1),
    `${mallory.key}0`,
    `${mallory.key},${mallory.key}`,
    `Bearer ${mallory.key}`,
    `claw_${'0'.repeat(8_000)}`,
    `${mallory.key.slice(0, 30)}\u00e9${mallory.key.slice(31)}`,
    "' or true--",
    '{"x-api-key":"x"}',
    stack.publishableKey,
  ]
  const asCredentials: (string | undefined)[] = [
    undefined,
    `Basic ${Buffer.from(`x:${mallory.key}`).toString('base64')}`,
    `Basic ${mallory.key}`,
    'Bearer',
    `Bearer ${JWT}`,
    `Bearer ${stack.publishableKey}`,
    `bearer ${unknown}`,
    `BEARER   ${revoked.key}`,
    `Bearer ${mallory.key} x`,
    `Bearer ${mallory.key}, Bearer ${mallory.key}`,
    'Bearer claw_x',
    `Token ${mallory.key}`,
    mallory.key,
  ]
  const pairs = inTheirHeader.flatMap((header) =>
    asCredentials.map((credentials): [string[], string] => [
      [...(header ? ['x-api-key', header] : []), ...(credentials ? ['Authorization', credentials] : [])],
      wanted(header, credentials),
    ]),
  )
  const more: [headers: string[], code: string][] = [
    // Two good keys are not one.
    [['x-api-key', mallory.key, 'Authorization', `Bearer ${eve.key}`], 'conflicting_api_keys'],
    [['x-api-key', JWT, 'Authorization', `Bearer ${mallory.key}`], 'conflicting_api_keys'],
    [['x-api-key', mallory.key, 'x-api-key', mallory.key], 'invalid_api_key'],
    [['x-api-key', mallory.key, 'X-API-KEY', eve.key], 'invalid_api_key'],
    [['Authorization', `Bearer ${mallory.key}`, 'Authorization', `Bearer ${mallory.key}`], 'invalid_api_key'],
    // In the wrong place.
    [['apikey', mallory.key], 'missing_api_key'],
    [['x_api_key', mallory.key], 'missing_api_key'],
    [['api-key', mallory.key], 'missing_api_key'],
    [['Cookie', `x-api-key=${mallory.key}`], 'missing_api_key'],
    [['Proxy-Authorization', `Bearer ${mallory.key}`], 'missing_api_key'],
    [['X-Forwarded-Authorization', `Bearer ${mallory.key}`], 'missing_api_key'],
    // A header that the sender declares to be for this connection alone is not handed on.
    [['Connection', 'x-api-key', 'x-api-key', mallory.key], 'invalid_request'],
    // Who one says one is besides.
    [['X-Agent-Id', mallory.id, 'X-Role', 'service_role', 'role', 'service_role'], 'missing_api_key'],
  ]
  const rating = { skill_id: other.id, claws: 1 }
  const send = (headers: string[], expect: string, title: string): Attack[] => [
    {
      ...{
        title: `rate with ${title}`,
        door: 'function',
        method: 'POST',
        path: '/api/ratings',
        headers,
        expect,
      },
      body: JSON.stringify({ ...rating, api_key: mallory.key, 'x-api-key': mallory.key }),
    },
    {
      ...{ title: `submit with ${title}`, door: 'function', method: 'POST', headers, expect },
      path: `/api/skills?x-api-key=${mallory.key}&apikey=${mallory.key}`,
      body: JSON.stringify({ name: 'Without a right', description: 'Planted.', type: 'other' }),
    },
  ]
  const title = (headers: string[]) => headers.map((line) => line.slice(0, 40)).join(' ') || 'nothing'
  // The Data API knows x-api-key alone, and takes Authorization for a token of its own.
  const atTheDataApi = inTheirHeader.flatMap((header): Attack[] => {
    const common = { door: 'data api' as const, method: 'POST', headers: header ? ['x-api-key', header] : [] }
    return [
      {
        ...common,
        ...{
          title: `submit_rating with ${header?.slice(0, 40)}`,
          path: '/rpc/submit_rating',
          expect: 'refused',
        },
        body: JSON.stringify({ p_skill_id: other.id, p_claws: 1 }),
      },
      {
        ...common,
        title: `insert with ${header?.slice(0, 40)}`,
        path: '/ratings',
        body: JSON.stringify(rating),
        expect: 'refused',
      },
      {
        ...common,
        ...{
          method: 'PATCH',
          title: `update with ${header?.slice(0, 40)}`,
          path: '/ratings?claws=gte.0',
          expect: 'empty',
        },
        body: JSON.stringify({ claws: 1 }),
      },
    ]
  })
  return [
    ...[...pairs, ...more].flatMap(([headers, code]) => send(headers, code, title(headers))),
    ...atTheDataApi,
  ]
}

/** What the contract says of a pair of headers neither of which is a key that is known. */
function wanted(header: string | undefined, credentials: string | undefined): string {
  const token = /^bearer +(claw_.*)$/i.exec(credentials ?? '')?.[1]
  if (header !== undefined && token !== undefined)
    return header === token ? 'invalid_api_key' : 'conflicting_api_keys'
  return header === undefined && token === undefined ? 'missing_api_key' : 'invalid_api_key'
}
