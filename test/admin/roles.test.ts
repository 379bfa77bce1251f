import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Call, createHarness } from '../support/harness.ts'
import { signedCalls } from '../support/signing.ts'
import { onboardIssuer } from '../support/tokens.ts'

const harness = await createHarness()
const { admin, as, db, served, server } = harness

const ROLES = ['admin', 'support', 'viewer', 'merchant', 'partner', 'partner-support'] as const
type Role = (typeof ROLES)[number]
type Body = object | (() => object | string)
type Rule = { may: Role[]; body?: Body; query?: string }

const initials: Record<string, Role> = {
  ...{ A: 'admin', S: 'support', V: 'viewer' },
  ...{ M: 'merchant', P: 'partner', D: 'partner-support' },
}
/** The roles that may call, and a body that is valid for any object: only the owner decides between 2xx and 404. */
const rule = (may: string, body?: Body, query?: string): Rule => ({
  may: may.split('').map((initial) => initials[initial] as Role),
  ...(body && { body }),
  ...(query && { query }),
})

const OUTLET = { name: 'Suria', addressLine: 'Jalan 1', city: 'Kuala Lumpur', countryCode: 'MY' }
const OUTLET_CSV = 'name,addressLine,city,countryCode\nImported,Jalan 1,Ipoh,MY\n'
const IMAGE = 'https://example.com/image.png'
const UNREACHABLE_URL = 'http://127.0.0.1:9/hooks'

/**
 * Written by hand, not taken from the contract. Admin may do everything; support reads all, voids, reviews and retries; viewer
 * reads what support reads; partner-support (D, for desk) reads the users of its partner and what they did, and retries.
 */
const TABLE: Record<string, Rule> = {
  'POST /admin/partners': rule('A'),
  'GET /admin/partners': rule('ASVPD'),
  'GET /admin/partners/{id}': rule('ASVPD'),
  'PATCH /admin/partners/{id}': rule('AP', { webhookUrl: UNREACHABLE_URL }),
  'POST /admin/partners/{id}/secret/rotate': rule('AP'),
  'POST /admin/partners/{id}/secret/promote': rule('AP'),
  'POST /admin/partners/{id}/check-token': rule('ASVP', { token: 'nonsense' }),
  'POST /admin/partners/{id}/check-jwks': rule('ASVP'),
  'POST /admin/partners/{id}/scope-diff': rule('A', { scope: null }),
  'POST /admin/partners/{id}/sandbox': rule('AP'),
  'GET /admin/partners/{id}/sandbox': rule('ASVP'),
  'GET /admin/partners/{id}/health': rule('ASVP'),
  'POST /admin/partners/{id}/deployments': rule('AP', { name: 'backend 4.2.0' }),
  'GET /admin/partners/{id}/deployments': rule('ASVP'),
  'POST /admin/partners/{id}/sandbox/keys': rule('AP'),
  'PUT /admin/partners/{id}/sandbox/clock': rule('AP', { advance: 'PT1H' }),
  'POST /admin/partners/{id}/sandbox/deliveries': rule('AP', { failNext: 0 }),
  'POST /admin/partners/{id}/sandbox/reset': rule('AP'),
  'POST /admin/partners/{id}/webhook/test': rule('AP', { type: 'CLAIM_CREATED' }),
  'POST /admin/partners/{id}/webhook/resume': rule('AP'),
  'POST /admin/partners/{id}/webhook/deliver-now': rule('ASP'),
  'POST /admin/partners/{id}/replay': rule('AP', { since: '2026-01-01T00:00:00Z', only: 'failed' }),
  'POST /admin/partners/{id}/replay/count': rule('AP', { since: '2026-01-01T00:00:00Z', only: 'failed' }),
  'GET /admin/partners/{id}/replay': rule('ASVP'),
  'GET /admin/partners/{id}/outlets': rule('ASVP'),

  // The action decides further, see bulk.test.ts.
  'POST /admin/bulk': rule('ASMPD'),
  'POST /admin/bulk/count': rule('ASVMPD'),
  'GET /admin/bulk': rule('ASVMPD'),
  'GET /admin/bulk/{id}': rule('ASVMPD'),
  'GET /admin/bulk/{id}/results': rule('ASVMPD'),
  'GET /admin/bulk/{id}/results.csv': rule('ASVMPD'),
  'POST /admin/bulk/{id}/cancel': rule('ASMPD'),

  'GET /admin/notes': rule('ASVM', undefined, `?target=merchant:${randomUUID()}`),
  'POST /admin/notes': rule('ASM'),
  'DELETE /admin/notes/{id}': rule('ASM'),
  'GET /admin/saved-filters': rule('ASVMPD'),
  'POST /admin/saved-filters': rule('ASMPD'),
  'DELETE /admin/saved-filters/{id}': rule('ASMPD'),
  'GET /admin/badges': rule('ASVMP'),

  'GET /admin/categories': rule('ASVMPD'),
  'PUT /admin/categories/{slug}': rule('A'),

  'POST /admin/merchants': rule('A'),
  'GET /admin/merchants': rule('ASVM'),
  'GET /admin/merchants.csv': rule('ASVM'),
  'GET /admin/merchants/{id}': rule('ASVM'),
  'PATCH /admin/merchants/{id}': rule('AM', { description: 'Changed.' }),
  'GET /admin/merchants/{id}/deactivation-check': rule('ASV'),
  'GET /admin/featured': rule('ASV'),
  'PUT /admin/featured': rule('A'),

  'POST /admin/merchants/{id}/outlets': rule('AM', OUTLET),
  'GET /admin/merchants/{id}/outlets': rule('ASVM'),
  'GET /admin/merchants/{id}/outlets.csv': rule('ASVM'),
  'POST /admin/merchants/{id}/outlets/pins': rule('AM', () => ({ outletIds: [own.ids.outlets] })),
  'POST /admin/merchants/{id}/outlets/import': rule('AM', () => OUTLET_CSV),
  'POST /admin/merchants/{id}/outlet-imports': rule('AM', () => OUTLET_CSV),
  'GET /admin/merchants/{id}/outlet-imports': rule('ASVM'),
  'GET /admin/outlet-imports/{id}': rule('ASVM'),
  'GET /admin/outlets/{id}': rule('ASVM'),
  'PATCH /admin/outlets/{id}': rule('AM', { pin: '4821' }),
  'POST /admin/outlets/{id}/devices': rule('AM', { name: 'Tablet' }),
  'GET /admin/outlets/{id}/devices': rule('ASVM'),
  'DELETE /admin/devices/{id}': rule('AM'),

  'POST /admin/merchants/{id}/vouchers': rule('AM', { title: 'Free toast' }),
  'GET /admin/merchants/{id}/vouchers': rule('ASVM'),
  'GET /admin/vouchers': rule('ASVM'),
  'GET /admin/vouchers.csv': rule('ASVM'),
  'GET /admin/vouchers/{id}': rule('ASVM'),
  'PATCH /admin/vouchers/{id}': rule('AM', { terms: 'Changed.' }),
  'GET /admin/vouchers/{id}/publish-check': rule('ASVM'),
  'POST /admin/vouchers/{id}/publish': rule('AM'),
  'POST /admin/vouchers/{id}/unpublish': rule('AM'),
  'PUT /admin/vouchers/{id}/schedule': rule('AM', { publishAt: null, unpublishAt: '2099-12-31T00:00:00Z' }),
  'GET /admin/calendar': rule('ASVM', undefined, 'month=2026-12'),
  'POST /admin/vouchers/{id}/codes': rule('AM', { codes: ['KOPI-000417'] }),
  'GET /admin/vouchers/{id}/codes': rule('ASVM'),
  'POST /admin/vouchers/{id}/code-imports': rule('AM', () => 'KOPI-000418'),
  'GET /admin/vouchers/{id}/code-imports': rule('ASVM'),
  'GET /admin/code-imports/{id}': rule('ASVM'),

  'POST /admin/images': rule('AM'),

  'GET /admin/users': rule('ASVPD'),
  'GET /admin/users.csv': rule('AP'),
  'GET /admin/users/{id}': rule('ASVPD'),
  'GET /admin/users/{id}/redeemability': rule('ASVPD', undefined, `voucherId=${randomUUID()}`),
  'GET /admin/users/{id}/timeline': rule('ASVPD'),

  'GET /admin/claims': rule('ASVMPD'),
  'GET /admin/claims.csv': rule('ASVMPD'),
  'GET /admin/redemptions': rule('ASVMPD'),
  'GET /admin/redemptions.csv': rule('ASVMPD'),
  'GET /admin/redemptions/{id}': rule('ASVMPD'),
  'POST /admin/redemptions/{id}/void': rule('AS', { reason: 'Twice by mistake.' }),
  'POST /admin/redemptions/{id}/review': rule('AS', { outcome: 'ACCEPTED' }),

  'GET /admin/deliveries': rule('ASVPD'),
  'GET /admin/deliveries.csv': rule('ASVPD'),
  'GET /admin/deliveries/{id}': rule('ASVPD'),
  'POST /admin/deliveries/{id}/retry': rule('ASPD'),

  'GET /admin/refusals': rule('ASVMPD'),
  'GET /admin/refusals.csv': rule('ASVMPD'),
  'GET /admin/requests': rule('ASVP'),
  'GET /admin/requests/{id}': rule('ASVP'),
  'GET /admin/search': rule('ASVMP'),
  'GET /admin/history': rule('ASVMPD'),

  'GET /admin/stats': rule('ASVMP'),
  'GET /admin/statements': rule('ASVMP', undefined, 'month=2026-10'),
  'GET /admin/statements.csv': rule('ASVMP', undefined, 'month=2026-10'),
  'GET /admin/statements/{month}/adjustments': rule('ASVMP'),
  'POST /admin/statements/{month}/close': rule('A'),
  'GET /admin/settings/statements': rule('ASVMP'),
  'PUT /admin/settings/statements': rule('A'),
  'GET /admin/stats.csv': rule('ASVMP', undefined, 'groupBy=outlet'),
  'GET /admin/approvals': rule('ASVMP'),
  'GET /admin/approvals/{id}': rule('ASVMP'),
  'POST /admin/approvals/{id}/approve': rule('AMP', {}),
  'POST /admin/approvals/{id}/reject': rule('AMP', {}),
  'POST /admin/approvals/{id}/withdraw': rule('AMP'),
  'GET /admin/settings/approvals': rule('ASVMP'),
  'PUT /admin/settings/approvals': rule('A'),
  'GET /admin/alerts': rule('ASVMP'),
  'GET /admin/alert-destinations': rule('ASVMP'),
  'POST /admin/alert-destinations': rule('AMP'),
  'GET /admin/alert-destinations/{id}': rule('ASVMP'),
  'PATCH /admin/alert-destinations/{id}': rule('AMP', { name: 'Changed' }),
  'DELETE /admin/alert-destinations/{id}': rule('AMP'),
  'POST /admin/alert-destinations/{id}/test': rule('AMP'),
  'POST /admin/alert-destinations/{id}/secret': rule('AMP'),
  'GET /admin/audit': rule('ASV'),
  'GET /admin/audit.csv': rule('ASV'),

  'POST /admin/keys': rule('A'),
  'GET /admin/keys': rule('ASV'),
  'DELETE /admin/keys/{id}': rule('A'),
  'POST /admin/staff': rule('A'),
  'GET /admin/staff': rule('ASV'),
  'PATCH /admin/staff/{id}': rule('A', { name: 'Renamed' }),
  'POST /admin/staff/invite': rule('A'),
  'DELETE /admin/staff/{id}/factors': rule('A'),
  'DELETE /admin/staff/{id}/single-sign-on': rule('A'),
  'GET /admin/settings/sign-in': rule('ASV'),
  'PUT /admin/settings/sign-in': rule('A'),
  'GET /admin/maintenance': rule('ASVMPD'),
  'PUT /admin/maintenance': rule('A'),
  'DELETE /admin/maintenance': rule('A'),
  'GET /admin/staff/{id}/sessions': rule('ASV'),
  'DELETE /admin/staff/{id}/sessions': rule('A'),
  'DELETE /admin/staff/{id}/sessions/{sessionId}': rule('A'),
  'POST /admin/staff/{id}/invite': rule('A'),
  'POST /admin/staff/{id}/reset': rule('A'),
}

const routes = served
  .map(({ method, path }) => ({ name: `${method} ${path}`, method, path }))
  .filter(({ path }) => path.startsWith('/admin'))
const ruleOf = (name: string): Rule => TABLE[name] ?? rule('')
const bodyOf = (name: string) => {
  const { body } = ruleOf(name)
  return typeof body === 'function' ? body() : body
}

const headersOf = (name: string): Record<string, string> =>
  typeof bodyOf(name) === 'string' ? { 'content-type': 'text/csv' } : {}

/** Two tenants with one of everything, created through the API. */
type Tenant = Awaited<ReturnType<typeof createTenant>>
const signedAs = await signedCalls(harness)
const [own, other] = [await createTenant('own'), await createTenant('other')]

async function createTenant(slug: string) {
  const create = async (path: string, body: object): Promise<string> => {
    const response = await admin('POST', path, body)
    if (response.status !== 201) throw new Error(`${path} answered ${JSON.stringify(response.body)}`)
    return response.body.id
  }
  const issuer = await onboardIssuer(harness, { slug, webhookUrl: `${UNREACHABLE_URL}/${slug}` })
  const { partner } = issuer
  const merchantId = await create('/admin/merchants', { name: slug, slug, category: 'F_AND_B' })
  const vouchers = `/admin/merchants/${merchantId}/vouchers`
  const voucherId = await create(vouchers, { title: 'Free kopi', codeSource: 'MANUAL', imagePath: IMAGE })
  await admin('POST', `/admin/vouchers/${voucherId}/codes`, { codes: ['KOPI-000001'] })
  const user = await signedAs(partner)('POST', '/integrations/users', { externalUserId: `user of ${slug}` })
  const outletId = await create(`/admin/merchants/${merchantId}/outlets`, {
    ...OUTLET,
    pin: '4821',
    redeemBy: 'BOTH',
  })
  const deviceId = await create(`/admin/outlets/${outletId}/devices`, { name: 'Tablet' })
  const instant = await create(vouchers, { title: 'Free toast', claimFlow: 'INSTANT', imagePath: IMAGE })
  await admin('POST', `/admin/vouchers/${instant}/publish`)
  const token = issuer.mint({ sub: `user of ${slug}` })
  const request = { voucherId: instant, outletId, pin: '4821' }
  const redemption = await as(token)('POST', '/me/redemptions', request)
  const refused = await as(token)('POST', '/me/redemptions', request)
  const deliveries = await admin('GET', `/admin/deliveries?partnerId=${partner.id}`)
  const outletImport = await admin('POST', `/admin/merchants/${merchantId}/outlet-imports`, OUTLET_CSV, {
    'content-type': 'text/csv',
  })
  const codeImport = await admin('POST', `/admin/vouchers/${voucherId}/code-imports`, 'KOPI-000002', {
    'content-type': 'text/plain',
  })
  const [approval] = await db`
    insert into approvals (id, kind, target, merchant_id, partner_id, records, after, requested_by_kind, requested_by_name,
      requested_by_role, requested_at, expires_at, state, decided_by_kind, decided_by_name, decided_at)
    values (gen_random_uuid(), 'voucher.publish', ${`voucher:${instant}`}, ${merchantId}, ${partner.id}, '[]', '{}', 'cli',
      'command', 'admin', now(), now(), 'REJECTED', 'cli', 'command', now())
    returning id`
  const keyOf = async (access: object) =>
    as((await admin('POST', '/admin/keys', { name: slug, ...access })).body.key)
  const [merchant, partnersOwn] = [
    await keyOf({ role: 'merchant', merchantIds: [merchantId] }),
    await keyOf({ role: 'partner', partnerId: partner.id }),
  ]
  const destinationOf = async (call: Call) => {
    const destination = { name: slug, kind: 'SIGNED', url: UNREACHABLE_URL }
    return (await call('POST', '/admin/alert-destinations', destination)).body.id as string
  }
  const note = await merchant('POST', '/admin/notes', { target: `merchant:${merchantId}`, text: slug })
  return {
    /** The id for each noun in a path. Destinations of alerts belong to one of the two. */
    ids: {
      'alert-destinations of merchant': await destinationOf(merchant),
      'alert-destinations of partner': await destinationOf(partnersOwn),
      partners: partner.id,
      merchants: merchantId,
      outlets: outletId,
      devices: deviceId,
      'outlet-imports': outletImport.body.id as string,
      'code-imports': codeImport.body.id as string,
      notes: note.body.id as string,
      vouchers: voucherId,
      users: user.body.userId as string,
      redemptions: redemption.body.id as string,
      deliveries: deliveries.body.items[0].id as string,
      requests: refused.headers['x-request-id'] as string,
      approvals: approval?.id as string,
    } as Record<string, string>,
    merchant,
    partner: partnersOwn,
    'partner-support': await keyOf({ role: 'partner-support', partnerId: partner.id }),
  }
}

const staffCall = async (role: Role) =>
  as((await admin('POST', '/admin/keys', { name: role, role })).body.key as string)
const callers: Record<Role, Call> = {
  admin: await staffCall('admin'),
  support: await staffCall('support'),
  viewer: await staffCall('viewer'),
  merchant: own.merchant,
  partner: own.partner,
  'partner-support': own['partner-support'],
}

const TABLES = [
  'partners',
  'partner_secrets',
  'users',
  'categories',
  'merchants',
  'outlets',
  'counter_devices',
  'outlet_imports',
  'bulk_jobs',
  'notes',
  'saved_filters',
  'vouchers',
  'voucher_codes',
  'redemptions',
  'user_quotas',
  'voucher_quotas',
  'events',
  'deliveries',
  'delivery_attempts',
  'endpoints',
  'replays',
  'staff',
  'api_keys',
  'audit_log',
  'approvals',
  'approval_settings',
  'alert_destinations',
]
/** Every call stores the last use of its key, so these columns are not compared. */
const USE_OF_KEYS = ['last_used_at', 'last_used_address']
/** An export of users changes nothing, but is recorded. */
const IS_RECORDED_READ = `coalesce(to_jsonb(t) ->> 'action' = 'users.export', false)`
const EVERYTHING = TABLES.map(
  (table) =>
    `select '${table}' as table,
      array(
        select (to_jsonb(t) - '{${USE_OF_KEYS}}'::text[])::text from ${table} as t
        where not ${IS_RECORDED_READ} order by 1
      ) as rows`,
).join(' union all ')
const everything = () => db.unsafe(EVERYTHING)
const at = (path: string, id: string) => path.replace('{id}', id).replace('{slug}', 'NO_SUCH')

/** The URL, with the query that the route needs. */
const urlOf = (name: string, path: string, id: string) => {
  const { query } = ruleOf(name)
  return at(path, id) + (query ? `?${query}` : '')
}

test('every served back-office route has a row in the table', () => {
  expect(routes.filter(({ name }) => !TABLE[name]).map(({ name }) => name)).toEqual([])
  expect(routes.length).toBeGreaterThan(35)
})

test('the routes of the admin surface are exactly those under /admin', () => {
  expect(served.filter(({ surface, path }) => (surface === 'admin') !== path.startsWith('/admin'))).toEqual(
    [],
  )
})

const revoked = (await admin('POST', '/admin/keys', { name: 'Gone', role: 'admin' })).body
await admin('DELETE', `/admin/keys/${revoked.id}`)
const INVALID_CREDENTIALS: [title: string, authorization: string | undefined][] = [
  ['no key', undefined],
  ['a wrong key', `Bearer cfk_${'A'.repeat(43)}`],
  ['a revoked key', `Bearer ${revoked.key}`],
  ['the id of a key', `Bearer ${revoked.id}`],
  ['no key after Bearer', 'Bearer '],
  ['a valid key with another scheme', `Basic ${harness.deps.config.adminApiKey}`],
  ['a valid key followed by more text', `Bearer ${harness.deps.config.adminApiKey} x`],
]

test.each(INVALID_CREDENTIALS)(
  '401 unauthorized on every route, before any other check: %s; nothing changed',
  async (_title, authorization) => {
    const before = await everything()
    for (const { name, method, path } of routes) {
      for (const id of [own.ids.merchants as string, 'nonsense']) {
        const headers = authorization === undefined ? {} : { authorization }
        const response = await as(undefined)(method, at(path, id), bodyOf(name), headers)
        expect([name, response.status, response.body]).toEqual([name, 401, { error: 'unauthorized' }])
        expect(response.headers['www-authenticate']).toBe('Bearer')
        if (method !== 'GET') continue
        const head = await server.inject({ method: 'HEAD', url: at(path, id), headers })
        expect([`HEAD of ${name}`, head.statusCode]).toEqual([`HEAD of ${name}`, 401])
      }
    }
    expect(await everything()).toEqual(before)
  },
)

test.each(ROLES)(
  '403 forbidden for %s on exactly the routes that the table does not grant; nothing changed',
  async (role) => {
    const before = await everything()
    const granted: string[] = []
    for (const { name, method, path } of routes) {
      // An unknown id and an empty body: even a granted call changes nothing.
      const response = await callers[role](method, at(path, randomUUID()), method === 'GET' ? undefined : {})
      expect([name, response.status]).not.toEqual([name, 401])
      expect(response.status).toBeLessThan(500)
      if (response.status === 403) expect(response.body).toEqual({ error: 'forbidden' })
      else granted.push(name)
    }
    const names = routes.map(({ name }) => name)
    expect(granted).toEqual(names.filter((name) => ruleOf(name).may.includes(role)))
    expect(await everything()).toEqual(before)
  },
)

/** They belong to a person or a key, not to a tenant: see bulk.test.ts and saved-filters.test.ts. */
const OF_ONE_PERSON = /^\/admin\/(?:bulk|saved-filters)\//

describe.each(['merchant', 'partner', 'partner-support'] as const)('%s', (role) => {
  const reachable = routes.filter(({ name }) => ruleOf(name).may.includes(role))
  const ofOne = reachable.filter(({ path }) => path.includes('{id}') && !OF_ONE_PERSON.test(path))
  const ofMany = reachable.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  const idIn = (tenant: Tenant, path: string): string => {
    const noun = path.split('/')[2] as string
    const id = tenant.ids[noun] ?? tenant.ids[`${noun} of ${role}`]
    if (!id) throw new Error(`${path} is served: give both tenants one of its ${noun}`)
    return id
  }

  test('the role may call routes with an id and lists', () => {
    expect([ofOne.length > 3, ofMany.length > 1]).toEqual([true, true])
  })

  test.each(ofOne)(
    '404 not_found: $name with an id of another tenant; nothing changed',
    async ({ name, method, path }) => {
      const before = await everything()
      const response = await own[role](
        method,
        urlOf(name, path, idIn(other, path)),
        bodyOf(name),
        headersOf(name),
      )
      expect([response.status, response.body]).toEqual([404, { error: 'not_found' }])
      expect(await everything()).toEqual(before)
    },
  )

  // Decisions need a session: test/admin/approvals.test.ts.
  const withKey = ofOne.filter(({ name }) => !name.startsWith('POST /admin/approvals'))
  test.each(withKey)('2xx: $name with its own id', async ({ name, method, path }) => {
    const response = await own[role](
      method,
      urlOf(name, path, idIn(own, path)),
      bodyOf(name),
      headersOf(name),
    )
    expect(Math.floor(response.status / 100), JSON.stringify(response.body)).toBe(2)
  })

  test.each(ofMany)('$name shows nothing of another tenant, with any filter', async ({ path }) => {
    const filters = Object.entries(other.ids).map(([noun, id]) => `?${noun.slice(0, -1)}Id=${id}`)
    for (const filter of ['', ...filters, '?q=other']) {
      const response = await own[role]('GET', `${path}${filter}`)
      const text = JSON.stringify(response.body)
      for (const id of Object.values(other.ids)) expect(text).not.toContain(id)
    }
  })
})

const writing = routes.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))

test.each(writing)(
  '415 unsupported_media_type: $name with a content type that it does not accept; nothing changed',
  async ({ name, method, path }) => {
    const before = await everything()
    const id = own.ids[path.split('/')[2] as string] ?? randomUUID()
    const types = [
      'text/csv',
      'text/plain',
      'image/png',
      'application/x-www-form-urlencoded',
      'application/xml',
    ]
    const accepted =
      {
        'POST /admin/vouchers/{id}/codes': /^text/,
        'POST /admin/vouchers/{id}/code-imports': /^text/,
        'POST /admin/merchants/{id}/outlets/import': /^text\/csv/,
        'POST /admin/merchants/{id}/outlet-imports': /^text\/csv/,
        'POST /admin/images': /^image/,
      }[name] ?? /^$/
    for (const type of types.filter((type) => !accepted.test(type))) {
      const response = await admin(method, at(path, id), 'name=x', { 'content-type': type })
      expect([type, response.status, response.body]).toEqual([type, 415, { error: 'unsupported_media_type' }])
    }
    expect(await everything()).toEqual(before)
  },
)

const withBody = writing.filter(({ name, path }) => ruleOf(name).body || !/\{(?:id|month)\}/.test(path))

test.each(withBody)(
  '400 or 415, never 500: $name without a body, with or without a content type; nothing changed',
  async ({ method, path }) => {
    const before = await everything()
    const url = at(path, own.ids[path.split('/')[2] as string] ?? randomUUID())
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const response = await admin(method, url, undefined, headers as Record<string, string>)
      expect([400, 415]).toContain(response.status)
    }
    expect(await everything()).toEqual(before)
  },
)
