import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { ERRORS } from '@counterfoil/contract/errors.ts'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { server, as } = harness
const bank = await onboardIssuer(harness)
const call = (await signedCalls(harness))(bank.partner)

const helpFor = (code: string) => `</docs/errors#${code}>; rel="help"`

test('the page of the documentation has a section for every code', async () => {
  const { body } = await server.inject({ url: '/docs/errors' })
  const missing = Object.keys(ERRORS).filter((code) => !body.includes(` id="${code}"`))
  expect(missing).toEqual([])
})

test.each([
  ['invalid_signature', () => as(undefined)('GET', '/integrations/events')],
  ['invalid_signature', () => call('GET', '/integrations/events', undefined, { secret: 'not the secret' })],
  ['user_not_found', () => call('DELETE', '/integrations/users/nobody')],
  ['not_found', () => call('GET', '/integrations/nothing')],
  ['missing_token', () => as(undefined)('GET', '/me')],
  ['validation_failed', () => as(bank.mint({ sub: 'mei' }))('POST', '/me/claims', {})],
  ['validation_failed', () => as(undefined)('GET', '/me/redemptions/by-key/%ZZ')],
  ['not_found', () => as(undefined)('GET', '/merchant')],
  ['unauthorized', () => as(undefined)('GET', '/admin/partners')],
])('%s links to its section, and the body stays as it is', async (code, send) => {
  const { headers, body } = await send()
  expect([body.error, headers.link]).toEqual([code, helpFor(code)])
  expect(Object.keys(body).filter((field) => !['error', 'details', 'issues'].includes(field))).toEqual([])
})

test('a page of another origin can read the link of a consumer route', async () => {
  const { headers } = await as(undefined)('GET', '/me')
  expect(headers['access-control-expose-headers']?.split(', ')).toContain('link')
})

test('a request that is not valid HTTP links to its section, too', async () => {
  const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1')
  socket.write('NONSENSE\r\n\r\n')
  expect(await text(socket)).toContain(`\r\nlink: ${helpFor('validation_failed')}\r\n`)
})
