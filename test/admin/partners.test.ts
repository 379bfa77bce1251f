import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { WEAK_RSA } from '../support/weak-rsa.ts'

const { admin, as, clock, db, deps, logs } = await createHarness({ allowPrivateTargets: false })

const rsa = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({
    type: 'spki',
    format: 'pem',
  }) as string
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

test('201: the response contains the secret, no later one does, and it is stored encrypted', async () => {
  const created = await admin('POST', '/admin/partners', partner({ accentColor: '#12ab9F' }))
  expect(created.status).toBe(201)
  expect(created.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(created.headers.etag).toBe('"1"')
  const { secret, ...rest } = created.body
  const { delivery: _, ...read } = (await admin('GET', `/admin/partners/${rest.id}`)).body
  expect(read).toEqual(rest)
  const [row] = await db<
    { sealed: Buffer }[]
  >`select sealed from partner_secrets where partner_id = ${rest.id}`
  expect(deps.vault.open(rest.id, row?.sealed as Buffer)).toBe(secret)
})

test('409 slug_taken and issuer_taken: nothing changed', async () => {
  const first = partner()
  expect((await admin('POST', '/admin/partners', first)).status).toBe(201)
  const before = await state()
  const sameSlug = await admin('POST', '/admin/partners', partner({ slug: first.slug }))
  expect([sameSlug.status, sameSlug.body]).toEqual([409, { error: 'slug_taken' }])
  const sameIssuer = await admin('POST', '/admin/partners', partner({ jwtIssuer: first.jwtIssuer }))
  expect([sameIssuer.status, sameIssuer.body]).toEqual([409, { error: 'issuer_taken' }])
  expect(await state()).toEqual(before)
})

test('409 slug_taken: the name of a screen of the webview, as /app/wallet would be ambiguous', async () => {
  for (const slug of ['merchants', 'vouchers', 'wallet', 'redemptions']) {
    const { status, body } = await admin('POST', '/admin/partners', partner({ slug }))
    expect([slug, status, body]).toEqual([slug, 409, { error: 'slug_taken' }])
  }
})

test.each([
  ['both jwksUrl and publicKey', { jwksUrl: 'https://keys.example.com/' }, '/jwksUrl'],
  ['neither jwksUrl nor publicKey', { publicKey: null }, '/jwksUrl'],
  [
    'an unparsable key',
    { publicKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' },
    '/publicKey',
  ],
  ['a key of 1024 bits', { publicKey: rsa(1024) }, '/publicKey'],
  ['a webhook URL that is not https', { webhookUrl: 'http://example.com/hook' }, '/webhookUrl'],
  [
    'an image path that is neither https nor under /uploads/',
    { logoPath: 'http://example.com/a.png' },
    '/logoPath',
  ],
  ['a color by name', { accentColor: 'red' }, '/accentColor'],
  ['a share URL that is not https', { shareUrl: 'http://acme.example/{path}' }, '/shareUrl'],
  ['a share URL without {path}', { shareUrl: 'https://acme.example/' }, '/shareUrl'],
  ['a share URL with {path} in its host', { shareUrl: 'https://acme.example{path}' }, '/shareUrl'],
  ['a share URL with two {path}', { shareUrl: 'https://acme.example/{path}?again={path}' }, '/shareUrl'],
  ['a share URL with a user', { shareUrl: 'https://acme.example@evil.example/{path}' }, '/shareUrl'],
  ['an unknown property', { color: 'red' }, '/color'],
  [
    'an unknown category in the scope',
    { scope: { merchantIds: [], categories: ['NO_SUCH'] } },
    '/scope/categories',
  ],
])('400 validation_failed: %s; nothing created', async (_name, changes, path) => {
  const before = await state()
  const response = await admin('POST', '/admin/partners', partner(changes))
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await state()).toEqual(before)
})

test('412 version_conflict: If-Match of an older version; without it the change applies', async () => {
  const { body } = await admin('POST', '/admin/partners', partner())
  const path = `/admin/partners/${body.id}`
  expect((await admin('PATCH', path, { name: 'Second' }, { 'if-match': '"1"' })).body.version).toBe(2)
  const stale = await admin('PATCH', path, { name: 'Third' }, { 'if-match': '"1"' })
  expect([stale.status, stale.body]).toEqual([412, { error: 'version_conflict' }])
  expect((await admin('PATCH', path, { name: 'Third' })).body).toMatchObject({ name: 'Third', version: 3 })
})

const create = async (changes: object = {}) => (await admin('POST', '/admin/partners', partner(changes))).body
const keyOf = async (partnerId: string) =>
  as((await admin('POST', '/admin/keys', { name: 'Partner', role: 'partner', partnerId })).body.key)
const state = async () => [
  await db`select * from partners order by id`,
  await db`select * from partner_secrets order by id`,
  await db`select * from audit_log order by id`,
]
const secretsOf = async (id: string) => {
  const rows = await db<{ state: string; sealed: Buffer; acceptedUntil: string | null }[]>`
    select state, sealed, accepted_until from partner_secrets where partner_id = ${id} order by id`
  return Object.fromEntries(
    rows.map((row) => [row.state, [deps.vault.open(id, row.sealed), row.acceptedUntil]]),
  )
}

const jwk = (key: KeyObject) => key.export({ format: 'jwk' })
const pair = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  p521: generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  ed25519: generateKeyPairSync('ed25519'),
  x25519: generateKeyPairSync('x25519'),
}
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string
const privatePem = pair.rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const privateEcPem = pair.p256.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

test.each([
  ['an RSA JWK', { ...jwk(pair.rsa.publicKey), kid: 'one', use: 'sig', alg: 'RS256' }],
  ['a P-256 JWK', jwk(pair.p256.publicKey)],
  ['a P-384 PEM', pem(pair.p384.publicKey)],
  ['an Ed25519 JWK', jwk(pair.ed25519.publicKey)],
  ['an Ed25519 PEM', pem(pair.ed25519.publicKey)],
])('201: %s is stored as given, as publicKey and as nextPublicKey', async (_title, publicKey) => {
  const created = await create({ publicKey, nextPublicKey: publicKey })
  expect(created).toMatchObject({ publicKey, nextPublicKey: publicKey, jwksUrl: null })
  expect((await admin('GET', `/admin/partners/${created.id}`)).body).toMatchObject({ publicKey })
})

test.each([
  ['a private PEM', privatePem],
  ['a public PEM followed by a private one', pem(pair.p256.publicKey) + privateEcPem],
  ['a private PKCS#1 PEM', pair.rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string],
  ['a private RSA JWK', jwk(pair.rsa.privateKey)],
  ['a private EC JWK', jwk(pair.p256.privateKey)],
  ['a private Ed25519 JWK', jwk(pair.ed25519.privateKey)],
  ['a shared secret as a JWK', { kty: 'oct', k: 'c2hhcmVkLXNlY3JldC1vZi0zMi1ieXRlcy1vci1tb3Jl' }],
  ['an RSA key with the exponent 1', WEAK_RSA.exponentOne],
  ['an RSA key with an even modulus', WEAK_RSA.evenModulus],
  ['a P-521 key', jwk(pair.p521.publicKey)],
  ['a key for encryption', pem(pair.x25519.publicKey)],
  ['a JWK without modulus and exponent', { kty: 'RSA' }],
  ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ['an SSH key', 'ssh-rsa AAAA'],
])('400 validation_failed: %s as publicKey and as nextPublicKey; nothing stored', async (_title, key) => {
  const { id } = await create()
  const before = await state()
  for (const [method, path, body, at] of [
    ['POST', '/admin/partners', partner({ publicKey: key }), '/publicKey'],
    ['PATCH', `/admin/partners/${id}`, { publicKey: key }, '/publicKey'],
    ['PATCH', `/admin/partners/${id}`, { nextPublicKey: key }, '/nextPublicKey'],
  ] as const) {
    const response = await admin(method, path, body)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
    expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(at)
  }
  expect(await state()).toEqual(before)
})

test('200: a static key is rotated, then replaced by a JWKS URL; 400 if both or only nextPublicKey would remain', async () => {
  const { id } = await create()
  const path = `/admin/partners/${id}`
  const next = jwk(pair.p256.publicKey)
  expect((await admin('PATCH', path, { nextPublicKey: next })).body).toMatchObject({
    publicKey: PEM,
    nextPublicKey: next,
  })
  const before = await state()
  const jwksUrl = 'https://keys.example.com/jwks.json'
  for (const changes of [{ jwksUrl }, { jwksUrl, publicKey: null }, { publicKey: null }]) {
    expect((await admin('PATCH', path, changes)).status).toBe(400)
  }
  expect(await state()).toEqual(before)
  const promoted = await admin('PATCH', path, { publicKey: next, nextPublicKey: null })
  expect(promoted.body).toMatchObject({ publicKey: next, nextPublicKey: null })
  const moved = await admin('PATCH', path, { jwksUrl, publicKey: null })
  expect(moved.body).toMatchObject({ jwksUrl, publicKey: null, nextPublicKey: null })
})

test('200: rotation adds a next secret beside the signing one; rotating again replaces the next one', async () => {
  const { id, secret } = await create()
  expect((await admin('GET', `/admin/partners/${id}`)).body.nextSecretSince).toBe(null)
  const first = await admin('POST', `/admin/partners/${id}/secret/rotate`)
  expect([first.status, Object.keys(first.body)]).toEqual([200, ['secret']])
  expect(await secretsOf(id)).toEqual({ SIGNING: [secret, null], NEXT: [first.body.secret, null] })
  const second = await admin('POST', `/admin/partners/${id}/secret/rotate`)
  expect(second.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(second.body.secret).not.toBe(first.body.secret)
  expect(await secretsOf(id)).toEqual({ SIGNING: [secret, null], NEXT: [second.body.secret, null] })
})

test('200: promotion signs with the next secret; the old one expires after 24 hours and is then deleted', async () => {
  const { id, secret } = await create()
  const { body: rotated } = await admin('POST', `/admin/partners/${id}/secret/rotate`)
  const promoted = await admin('POST', `/admin/partners/${id}/secret/promote`)
  expect(promoted.status).toBe(200)
  expect((await admin('GET', `/admin/partners/${id}`)).body).toMatchObject(promoted.body)
  const end = new Date(clock.now.getTime() + 24 * 3_600_000).toISOString()
  expect(await secretsOf(id)).toEqual({ PREVIOUS: [secret, end], SIGNING: [rotated.secret, null] })

  clock.advance(24 * 3_600_000)
  const { body: again } = await admin('POST', `/admin/partners/${id}/secret/rotate`)
  await admin('POST', `/admin/partners/${id}/secret/promote`)
  const laterEnd = new Date(clock.now.getTime() + 24 * 3_600_000).toISOString()
  expect(await secretsOf(id)).toEqual({ PREVIOUS: [rotated.secret, laterEnd], SIGNING: [again.secret, null] })
})

test('409 no_next_secret: nothing to promote, nothing changed; also for one of two concurrent promotions', async () => {
  const { id } = await create()
  const promote = () => admin('POST', `/admin/partners/${id}/secret/promote`)
  const before = await state()
  const response = await promote()
  expect([response.status, response.body]).toEqual([409, { error: 'no_next_secret' }])
  expect(await state()).toEqual(before)
  await admin('POST', `/admin/partners/${id}/secret/rotate`)
  const both = await Promise.all([promote(), promote()])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('201: a secret in the request is used; 400 if it is too short, too long or not visible ASCII, or in a PATCH', async () => {
  const secret = 'a-secret-that-the-partner-has-already'
  const created = await create({ secret })
  expect(created.secret).toBe(secret)
  expect(await secretsOf(created.id)).toEqual({ SIGNING: [secret, null] })
  const before = await state()
  for (const bad of ['x'.repeat(31), `${'x'.repeat(32)} `, 'ü'.repeat(40), 'x'.repeat(513)]) {
    expect((await admin('POST', '/admin/partners', partner({ secret: bad }))).status).toBe(400)
  }
  expect((await admin('PATCH', `/admin/partners/${created.id}`, { secret })).status).toBe(400)
  expect(await state()).toEqual(before)
})

test('200: a partner’s key changes its own webhook and keys, rotates its secret, and lists only itself', async () => {
  const own = await create()
  const other = await create()
  const asPartner = await keyOf(own.id)
  const path = `/admin/partners/${own.id}`
  const webhookUrl = 'https://hooks.example.com/counterfoil'
  expect((await asPartner('PATCH', path, { webhookUrl })).body).toMatchObject({ webhookUrl, version: 2 })
  const nextPublicKey = jwk(pair.ed25519.publicKey)
  expect((await asPartner('PATCH', path, { nextPublicKey })).status).toBe(200)
  const jwksUrl = 'https://keys.example.com/'
  const exchanged = await asPartner('PATCH', path, { jwksUrl, publicKey: null, nextPublicKey: null })
  expect(exchanged.body).toMatchObject({ jwksUrl, publicKey: null })
  expect((await asPartner('POST', `${path}/secret/rotate`)).status).toBe(200)
  expect((await asPartner('POST', `${path}/secret/promote`)).status).toBe(200)
  const { items, nextCursor } = (await asPartner('GET', '/admin/partners')).body
  expect([items.map(({ id }: { id: string }) => id), nextCursor]).toEqual([[own.id], null])
  expect((await asPartner('GET', `/admin/partners?q=${other.slug}`)).body.items).toEqual([])
})

test.each([
  { name: 'Better Bank' },
  { displayName: 'Better' },
  { logoPath: 'https://example.com/other.png' },
  { jwtIssuer: 'https://other.example.com' },
  { jwtAudience: 'other' },
  { maxTokenLifetimeSeconds: 60 },
  { integrationRequestsPerMinute: null },
  { consumerRequestsPerMinute: 1_000_000 },
  { disabled: false },
  { requireV2: true },
  { accentColor: '#000000' },
  { shareUrl: 'https://evil.example.com/{path}' },
  { frameAncestors: ['https://evil.example.com'] },
  { scope: null },
  { webhookUrl: 'https://hooks.example.com/', scope: { merchantIds: [], categories: ['F_AND_B'] } },
])('403 forbidden: a partner’s key changes %o; nothing changed', async (changes) => {
  const { id } = await create()
  const asPartner = await keyOf(id)
  const before = await state()
  const response = await asPartner('PATCH', `/admin/partners/${id}`, changes)
  expect([response.status, response.body]).toEqual([403, { error: 'forbidden' }])
  expect(await state()).toEqual(before)
})

test('404 not_found: an unknown partner, on every route with an id', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Nobody' }],
      ['POST', '/secret/rotate', undefined],
      ['POST', '/secret/promote', undefined],
    ] as const) {
      const response = await admin(method, `/admin/partners/${id}${path}`, body)
      expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
    }
  }
})

test('200: a scope is returned as given, including empty lists and null', async () => {
  const merchant = (
    await admin('POST', '/admin/merchants', { name: 'Kopi', slug: 'kopi', category: 'F_AND_B' })
  ).body.id
  const scope = { merchantIds: [merchant], categories: ['BEAUTY', 'F_AND_B'] }
  const { id, ...created } = await create({ scope })
  expect(created.scope).toEqual(scope)
  for (const next of [
    { merchantIds: [], categories: [] },
    null,
    { merchantIds: [merchant], categories: [] },
  ]) {
    expect((await admin('PATCH', `/admin/partners/${id}`, { scope: next })).body.scope).toEqual(next)
    expect((await admin('GET', `/admin/partners/${id}`)).body.scope).toEqual(next)
  }
})

test.each([
  ['an unknown merchant', { merchantIds: [randomUUID()], categories: [] }, '/scope/merchantIds'],
  ['an unknown category', { merchantIds: [], categories: ['F_AND_B', 'NO_SUCH'] }, '/scope/categories'],
  ['a missing list', { categories: ['F_AND_B'] }, '/scope/merchantIds'],
  ['a category twice', { merchantIds: [], categories: ['F_AND_B', 'F_AND_B'] }, '/scope/categories'],
  ['an unknown property', { merchantIds: [], categories: [], cities: [] }, '/scope/cities'],
])('400 validation_failed: a scope with %s; nothing changed', async (_title, scope, path) => {
  const { id } = await create()
  const before = await state()
  const response = await admin('PATCH', `/admin/partners/${id}`, { scope })
  expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  expect(response.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  expect(await state()).toEqual(before)
})

test('200: q searches slug, name and display name, ignoring case; % and _ are plain characters', async () => {
  const { id } = await create({ slug: 'needle-1', name: 'Nadel_AG', displayName: '100% Näh' })
  const found = async (q: string) =>
    (await admin('GET', `/admin/partners?q=${encodeURIComponent(q)}`)).body.items.map(
      (item: { id: string }) => item.id,
    )
  for (const q of ['NEEDLE-', 'nadel_ag', '100% NÄH']) expect(await found(q)).toEqual([id])
  for (const q of ['nadel%ag', 'needle_1', '10_%', '\\']) expect(await found(q)).toEqual([])
})

test('200: pages are newest first, without gaps or repeats, even if partners are added in between', async () => {
  const all = (await admin('GET', '/admin/partners?limit=200')).body.items
  const paged = []
  let cursor: string | null = ''
  do {
    const { body } = await admin('GET', `/admin/partners?limit=7${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.items)
    cursor = body.nextCursor
    await setTimeout(2)
    await create()
  } while (cursor)
  expect(paged).toEqual(all)
})

test.each(['limit=0', 'limit=201', 'limit=1.5', 'cursor=nonsense', 'cursor=', 'q=', 'q=%00'])(
  '400 validation_failed: %s',
  async (query) => {
    const response = await admin('GET', `/admin/partners?${query}`)
    expect([response.status, response.body.error]).toEqual([400, 'validation_failed'])
  },
)

test('apart from create and rotate, no response, log line or audit entry contains a secret or a private key', async () => {
  const secrets: string[] = []
  const created = await create()
  secrets.push(
    created.secret,
    (await admin('POST', `/admin/partners/${created.id}/secret/rotate`)).body.secret,
  )
  const responses = [
    await admin('POST', `/admin/partners/${created.id}/secret/promote`),
    await admin('PATCH', `/admin/partners/${created.id}`, { name: 'Renamed' }),
    await admin('PATCH', `/admin/partners/${created.id}`, { publicKey: privatePem }),
    await admin('GET', `/admin/partners/${created.id}`),
    await admin('GET', '/admin/partners?limit=200'),
    await admin(
      'POST',
      '/admin/partners',
      partner({ slug: created.slug, secret: 'never-stored-secret-0123456789abcdef' }),
    ),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 400, 200, 200, 409])
  secrets.push('never-stored-secret-0123456789abcdef', privatePem.split('\n')[1] as string)
  const [, , audit] = await state()
  for (const text of [JSON.stringify(responses), JSON.stringify(audit), logs.join('')]) {
    expect(text).toContain('partner')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})
