import { expect, test } from 'vitest'
import { UserError } from '../../local/cli/user-error.ts'
import { databaseOf } from '../../scripts/support/database-url.ts'

test.each([
  ['as it is', 'Zq1@Zq2:Zq3'],
  ['percent-encoded', encodeURIComponent('Zq1@Zq2:Zq3')],
])('takes the password out of the address, given %s', (_, password) => {
  expect(databaseOf(`postgresql://user:${password}@127.0.0.1:1/postgres?sslmode=disable`)).toEqual({
    address: 'postgresql://user@127.0.0.1:1/postgres?sslmode=disable',
    password: 'Zq1@Zq2:Zq3',
  })
})

test('takes the password out of the parameters', () => {
  expect(databaseOf('postgresql://user@127.0.0.1/postgres?password=Zq1&sslmode=disable')).toEqual({
    address: 'postgresql://user@127.0.0.1/postgres?sslmode=disable',
    password: 'Zq1',
  })
})

/** The sentence in which an address is rejected, without its password and host. */
function expectRejected(url: string, sentence: RegExp): void {
  let error: unknown
  try {
    databaseOf(url)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(UserError)
  const { message } = error as UserError
  expect(message).toMatch(sentence)
  expect(message).not.toMatch(/Zq\d|127/)
}

test.each(['Zq1', 'https://user:Zq1@example.com', 'postgresql://user:Zq1@'])(
  'rejects %j as the database without the password',
  (url) => expectRejected(url, /^SUPABASE_DB_URL is not the URL of a database: .*\.$/),
)

test.each([
  'postgresql://user:Zq1@127.0.0.1:1/postgres?application_name=a@127.0.0.2',
  'postgresql://user:Zq1@127.0.0.1/a@127.0.0.2:2/postgres',
  'postgresql://user:Zq1@127.0.0.1?options=a:b@127.0.0.2:2/postgres',
  'postgresql://user:Zq1@127.0.0.1:1,127.0.0.3:1/postgres?application_name=a@127.0.0.2',
  'postgresql://user:Zq1@[::1]:1/postgres?application_name=a@127.0.0.2',
  'postgresql://user:Zq1@Zq2/Zq3@127.0.0.1:1/postgres',
  'postgresql://user@127.0.0.1:1/postgres?password=Zq1@127.0.0.2',
  'postgresql://127.0.0.1:1/postgres?user=user:Zq1@127.0.0.2',
  'postgresql:///postgres?user=user&password=Zq1@127.0.0.2',
])('rejects %j, which names no single host, without the password', (url) =>
  expectRejected(url, /^SUPABASE_DB_URL .*\.$/),
)
