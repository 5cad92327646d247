import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { parseQuery } from '../../functions/_shared/http/query.ts'
import { outcome } from './answers.ts'

const Known = z.object({ search: z.string().optional(), limit: z.string().optional() })
const read = (query: string) => outcome((c) => parseQuery(c, Known), `/skills${query}`)

describe('parseQuery', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['?', {}],
    ['?&&', {}],
    ['?search', { search: '' }],
    ['?search=', { search: '' }],
    ['?search=a+b%20c', { search: 'a b c' }],
    ['?search=a%2Bb', { search: 'a+b' }],
    ['?search=a=b==', { search: 'a=b==' }],
    ['?search=what?&limit=5', { search: 'what?', limit: '5' }],
    ['?%73earch=x', { search: 'x' }],
    ['?search=%F0%9F%A6%9E', { search: '🦞' }],
    ['?search=%EF%BF%BD', { search: '\uFFFD' }],
    ['?Search=x&toString=1&__proto__=2&unknown=3&unknown=4', {}],
  ])('of %s are %j', async (query, parameters) => {
    expect(await read(query)).toEqual({ value: parameters })
  })

  test.each<[string, string[]]>([
    ['?limit=1&limit=1', ['limit']],
    ['?limit=1&%6Cimit=2', ['limit']],
    ['?limit=1&limit=1&search&search', ['limit', 'search']],
    ['?search=%', ['search']],
    ['?search=%G0', ['search']],
    ['?search=%FF', ['search']],
    ['?search=%C3%28', ['search']],
    ['?search=%ED%A0%80', ['search']],
    ['?unknown=%FF', ['unknown']],
    ['?%FF=1', ['query']],
    ['?%FF=1&limit=1&limit=2', ['query', 'limit']],
    ['?limit=1&limit=2&limit=3&limit=4', ['limit']],
    ['?%FF&%FE&%FD=%FC', ['query']],
    ['?a=%FF&a=%FF&b=%FF', ['a', 'b']],
  ])('of %s are refused', async (query, paths) => {
    expect(await read(query)).toEqual({ code: 'invalid_request', paths })
  })

  test('that cannot be decoded cost an exception each, and no more than a hundred of them', async () => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent')
    await read(`?${'%&'.repeat(14_000)}`)
    await read(`?search=${'%='.repeat(14_000)}`)
    const { length } = decode.mock.results.filter(({ type }) => type === 'throw')
    decode.mockRestore()
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThanOrEqual(101)
  })

  test.each<[string, (i: number) => string]>([
    ['known and given again', () => 'limit=1'],
    ['known and faulty', () => 'limit=%FF'],
    ['unknown and faulty', (i) => `x${i}=%FF`],
    ['faulty themselves', (i) => `%FF${i}`],
  ])('are refused in a few words when thousands are %s', async (_, parameter) => {
    const query = `?search=%FF&${Array.from({ length: 5_000 }, (_, i) => parameter(i)).join('&')}`
    const { paths = [] } = (await read(query)) as { paths?: string[] }
    expect(paths.length).toBeLessThanOrEqual(12)
    expect(paths).toContain('search')
  })
})
