import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { newKey, onboardIssuer, openKeyServer } from '../support/tokens.ts'

const harness = await createHarness({ allowPrivateTargets: false })

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])(
  '503 keys_unavailable: a key set at %s is never fetched',
  async (host) => {
    const key = newKey('ES256')
    const keyServer = await openKeyServer(key)
    const jwksUrl = `https://${host}:${new URL(keyServer.url).port}/jwks.json`
    const issuer = await onboardIssuer(harness, { publicKey: null, jwksUrl }, key)
    const { status, body } = await harness.as(issuer.mint())('GET', '/branding')
    expect([status, body]).toEqual([503, { error: 'keys_unavailable' }])
    expect(keyServer.requests).toBe(0)
    expect(harness.logs.findLast((line) => line.includes('key set not fetched'))).toMatch(/is not public/)
  },
)

test('503 keys_unavailable: a key set over http is not fetched, even if its URL was registered while private targets were allowed', async () => {
  const key = newKey('ES256')
  const keyServer = await openKeyServer(key)
  const issuer = await onboardIssuer(harness, { publicKey: null, jwksUrl: 'https://keys.example/' }, key)
  await harness.db`update partners set jwks_url = ${keyServer.url} where id = ${issuer.id}`
  harness.deps.partners.changed(issuer.id)
  const { status } = await harness.as(issuer.mint())('GET', '/branding')
  expect([status, keyServer.requests]).toEqual([503, 0])
})
