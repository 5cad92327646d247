import { useEffect } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { Account } from '../api/responses.ts'
import { readSession, writeSession } from '../session.ts'
import { type Query, useQuery } from './use-query.ts'

/** What the site shows of the agent whose key is in use. */
type KnownAgent = Pick<Account, 'id' | 'agent_name'>

/** Kept until the tab is closed, so that the header does not change while a page loads. */
const SESSION_KEY = 'agent'

const requests = new Map<string, Promise<Account>>()

/** Loads the agent with this key, once for all parts of the page that show it. */
export function useAccount(key: string | null): Query<KnownAgent> {
  const query = useQuery<KnownAgent>(key ?? undefined, () => accountOf(key ?? ''))
  useEffect(() => {
    if (key === null) writeSession(SESSION_KEY, undefined)
  }, [key])
  return { ...query, data: key === null ? undefined : (query.data ?? storedAgent(key)) }
}

function accountOf(key: string): Promise<Account> {
  const known = requests.get(key)
  if (known) return known
  // Not aborted with the part that asked first.
  const account = request<Account>('GET', 'me', { key })
  requests.set(key, account)
  account.then(
    ({ id, agent_name }) => writeSession(SESSION_KEY, { of: shortOf(key), id, agent_name }),
    () => requests.delete(key),
  )
  return account
}

function storedAgent(key: string): KnownAgent | undefined {
  const stored = readSession<KnownAgent & { of: string }>(SESSION_KEY)
  return stored?.of === shortOf(key) ? stored : undefined
}

/** The part of a key that tells keys apart and is not secret: keyPrefix without `claw_`, since the tab must store nothing like a key. */
function shortOf(key: string): string {
  return key.slice(5, 13)
}
