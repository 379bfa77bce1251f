import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'

const { admin, db, deps } = await createHarness({ allowPrivateTargets: false })

const rsa = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' }) as string
const PEM = rsa(2048)

let count = 0
const partner = (changes: object = {}) => {
  count += 1
  return {
    slug: `partner-${count}`,
    name: 'Example Bank',
    displayName: 'Example',
    logoPath: 'https://example.com/logo.png',
    jwtIssuer: `https://issuer-${count}.example.com`,
    publicKey: PEM,
    ...changes,
  }
}

test('201: the answer carries the secret once, and it opens from its sealed form', async () => {
  const created = await admin('POST', '/admin/partners', partner({ accentColor: '#12ab9F' }))
  expect(created.status).toBe(201)
  expect(created.body.secret).toMatch(/^whsec_[\w-]{43}$/)
  expect(created.headers.etag).toBe('"1"')
  const { secret, ...rest } = created.body
  expect((await admin('GET', `/admin/partners/${rest.id}`)).body).toEqual(rest)
  const [row] = await db<{ sealed: Buffer }[]>`select sealed from partner_secrets where partner_id = ${rest.id}`
  expect(deps.vault.open(rest.id, row!.sealed)).toBe(secret)
})

test('409 slug_taken and issuer_taken: nothing changed', async () => {
  const first = partner()
  expect((await admin('POST', '/admin/partners', first)).status).toBe(201)
  const sameSlug = await admin('POST', '/admin/partners', partner({ slug: first.slug }))
  expect([sameSlug.status, sameSlug.body]).toEqual([409, { error: 'slug_taken' }])
  const sameIssuer = await admin('POST', '/admin/partners', partner({ jwtIssuer: first.jwtIssuer }))
  expect([sameIssuer.status, sameIssuer.body]).toEqual([409, { error: 'issuer_taken' }])
})

test.each([
  ['both of jwksUrl and publicKey', { jwksUrl: 'https://keys.example.com/' }, '/jwksUrl'],
  ['neither', { publicKey: null }, '/jwksUrl'],
  ['an unparsable key', { publicKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' }, '/publicKey'],
  ['a key of 1024 bits', { publicKey: rsa(1024) }, '/publicKey'],
  ['a webhook URL that is not https', { webhookUrl: 'http://example.com/hook' }, '/webhookUrl'],
  ['an image path that is neither', { logoPath: 'http://example.com/a.png' }, '/logoPath'],
  ['a colour by name', { accentColor: 'red' }, '/accentColor'],
  ['an unknown property', { colour: 'red' }, '/colour'],
  ['an unknown category in the scope', { scope: { merchantIds: [], categories: ['NO_SUCH'] } }, '/scope/categories'],
])('400 validation_failed: %s', async (_name, changes, path) => {
  const answer = await admin('POST', '/admin/partners', partner(changes))
  expect([answer.status, answer.body.error]).toEqual([400, 'validation_failed'])
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
})

test('412 version_conflict: If-Match of an older version; without it the change applies', async () => {
  const { body } = await admin('POST', '/admin/partners', partner())
  const path = `/admin/partners/${body.id}`
  expect((await admin('PATCH', path, { name: 'Second' }, { 'if-match': '"1"' })).body.version).toBe(2)
  const stale = await admin('PATCH', path, { name: 'Third' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body]).toEqual([412, { error: 'version_conflict' }])
  expect((await admin('PATCH', path, { name: 'Third' })).body).toMatchObject({ name: 'Third', version: 3 })
})
