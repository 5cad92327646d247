import { text } from 'node:stream/consumers'
import { createIdentityClient, type Issuer, type Proof } from '../../api/identity.ts'
import { dataOf } from '../../api/problem.ts'
import { isObject } from '../../json.ts'
import { CliError, EXIT, usageError } from '../errors.ts'
import { print, printJson } from '../output.ts'
import { openServiceWithKey, type Service } from '../service.ts'
import { safeText } from '../text.ts'

const GITHUB = 'https://token.actions.githubusercontent.com'
const TIMEOUT_MS = 15_000

/** Proves who runs the agent, by an ID token of the GitHub workflow that this runs in, or one from standard input. Prints neither token nor key. */
export async function prove({ token, json }: { token?: string; json?: boolean }): Promise<void> {
  if (token !== undefined && token !== '-')
    throw usageError(
      'An argument can be read by others on this machine: give the token on standard input, with `--token -`.',
    )
  const service = await openServiceWithKey()
  const id_token = token === '-' ? (await text(process.stdin)).trim() : await gitHubToken(service)
  if (id_token === '') throw usageError('Standard input has no token.')
  const { proof } = await dataOf<{ proof: Proof }>(
    clientOf(service).POST('/identity/proofs', { body: { id_token } }),
  )
  if (json) printJson({ proof: { issuer: proof.issuer, name: proof.name, created_at: proof.created_at } })
  else print(`Proved by ${safeText(proof.name)}. Others see that, and not who it is.`)
}

function clientOf({ baseUrl, apiKey }: Service) {
  return createIdentityClient({ baseUrl, apiKey })
}

/** A token for the service, and for no other: a hostile one must not get a token that another accepts. */
async function gitHubToken(service: Service): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = process.env
  if (!address || !secret)
    throw new CliError(
      'Run this in a GitHub workflow with `permissions: id-token: write`, or give an ID token on standard input: `--token -`.',
    )
  const audience = await audienceOf(service)
  const url = new URL(address)
  url.searchParams.set('audience', audience)
  const response = await fetch(url, {
    headers: { Authorization: `bearer ${secret}`, Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  const body: unknown = await response?.json().catch(() => undefined)
  if (!response?.ok || !isObject(body) || typeof body.value !== 'string')
    throw new CliError(
      'GitHub gave no ID token. Does the job have `permissions: id-token: write`?',
      EXIT.unavailable,
    )
  return body.value
}

/** @throws CliError if the service does not trust GitHub, or wants tokens for another address than the one it has */
async function audienceOf(service: Service): Promise<string> {
  const { issuers } = await dataOf<{ issuers: Issuer[] }>(clientOf(service).GET('/identity/issuers'))
  const github = issuers.find(({ issuer }) => issuer === GITHUB)
  if (!github) throw new CliError('This service does not accept proofs by GitHub.')
  const { origin } = new URL(service.baseUrl)
  if (github.audience === origin) return origin
  throw new CliError(
    `The service wants a token for ${safeText(github.audience)}, but it is at ${origin}: it could use the token there. Nothing was sent.`,
  )
}
