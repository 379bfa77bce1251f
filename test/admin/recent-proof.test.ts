import { randomUUID } from 'node:crypto'
import { createKey } from '@counterfoil/contract/admin/keys.ts'
import { createOutlet, updateOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { createPartner, updatePartner } from '@counterfoil/contract/admin/partners.ts'
import { replaceSignInSettings } from '@counterfoil/contract/admin/settings.ts'
import { createStaffMember, updateStaffMember } from '@counterfoil/contract/admin/staff.ts'
import type { Route } from '@counterfoil/contract/define-route.ts'
import { inviteNewStaffMember } from '@counterfoil/contract/session/account.ts'
import { exampleOf } from '@counterfoil/contract/shapes/example.ts'
import { expect, test } from 'vitest'
import { type Call, createHarness } from '../support/harness.ts'
import { MINUTE, OWN, openStaffScene, withCookie } from '../support/staff-scene.ts'

const harness = await createHarness()
const { admin, clock, db, served } = harness
const { visitor, member } = openStaffScene(harness)
const merchant = await admin('POST', '/admin/merchants', { name: 'Kopi', slug: 'kopi', category: 'F_AND_B' })
const outletsPath = `/admin/merchants/${merchant.body.id}/outlets`

/** A fixed list: the test fails if a route loses its mark. */
const SENSITIVE = [
  'DELETE /admin/keys/{id}',
  'DELETE /admin/maintenance',
  'DELETE /admin/staff/{id}/factors',
  'DELETE /admin/staff/{id}/sessions',
  'DELETE /admin/staff/{id}/sessions/{sessionId}',
  'DELETE /admin/staff/{id}/single-sign-on',
  'DELETE /session/passkeys/{id}',
  'DELETE /session/sessions/{id}',
  'DELETE /session/totp',
  'PATCH /admin/alert-destinations/{id}',
  'PATCH /admin/outlets/{id}',
  'PATCH /admin/partners/{id}',
  'PATCH /admin/staff/{id}',
  'POST /admin/alert-destinations',
  'POST /admin/alert-destinations/{id}/secret',
  'POST /admin/approvals/{id}/approve',
  'POST /admin/keys',
  'POST /admin/merchants/{id}/outlet-imports',
  'POST /admin/merchants/{id}/outlets',
  'POST /admin/merchants/{id}/outlets/import',
  'POST /admin/merchants/{id}/outlets/pins',
  'POST /admin/outlets/{id}/devices',
  'POST /admin/partners',
  'POST /admin/partners/{id}/sandbox',
  'POST /admin/partners/{id}/sandbox/keys',
  'POST /admin/partners/{id}/secret/promote',
  'POST /admin/partners/{id}/secret/rotate',
  'POST /admin/staff',
  'POST /admin/staff/invite',
  'POST /admin/staff/{id}/invite',
  'POST /admin/staff/{id}/reset',
  'POST /session/passkeys',
  'POST /session/passkeys/options',
  'POST /session/recovery-codes',
  'POST /session/sign-out-everywhere',
  'POST /session/totp',
  'PUT /admin/maintenance',
  'PUT /admin/settings/approvals',
  'PUT /admin/settings/sign-in',
  'PUT /session/totp',
]
const sensitive = served.filter(({ needsRecentProof }) => needsRecentProof)

/** Calls in a session of an admin whose last proof is 15 minutes old. */
async function callWithOldProof(): Promise<Call> {
  const { cookie } = await member({ role: 'admin' })
  clock.advance(15 * MINUTE)
  return (method, path, body, headers = {}) =>
    visitor(method, path, body, withCookie(cookie, { ...OWN, ...headers }))
}

const CSV = { 'content-type': 'text/csv' }
const fileOf = (column: string, cell: string) =>
  `name,addressLine,city,countryCode,${column}\nOne,Road 1,KL,MY,${cell}\n`
const WITH_PINS = fileOf('"pin"', '4711')

const conditionsOf = ({ needsRecentProof }: Route) =>
  needsRecentProof === true ? {} : (needsRecentProof ?? {})

/** Whether a request that writes the field needs a proof. */
const asksFor = (route: Route, field: string) =>
  route.needsRecentProof === true ||
  (conditionsOf(route).fields ?? []).includes(field) ||
  field in (conditionsOf(route).values ?? {})

function act(call: Call, route: Route) {
  const { method, path, body, bodyTypes } = route
  const { fields = [], values = {} } = conditionsOf(route)
  const present = Object.fromEntries(fields.slice(0, 1).map((name) => [name, null]))
  const content = bodyTypes ? WITH_PINS : body && { ...(exampleOf(body) as object), ...present, ...values }
  return call(method, path.replaceAll(/\{\w+\}/g, randomUUID()), content, bodyTypes && CSV)
}

test('403 reauthentication_required: every sensitive act, 15 minutes after the last proof; not with a key', async () => {
  expect(sensitive.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(SENSITIVE)
  const call = await callWithOldProof()
  for (const route of sensitive) {
    const { status, body } = await act(call, route)
    expect([route.id, status, body]).toEqual([route.id, 403, { error: 'reauthentication_required' }])
  }
  for (const route of sensitive.filter(({ surface }) => surface === 'admin'))
    expect([route.id, (await act(admin, route)).body.error]).not.toEqual([
      route.id,
      'reauthentication_required',
    ])
  expect((await call('GET', '/session')).status).toBe(200)
  await admin('PUT', '/admin/settings/sign-in', { secondFactorRoles: [] })
})

test('a change with a sensitive field needs a new proof, whatever its value; other changes do not', async () => {
  const call = await callWithOldProof()
  const change = async (path: string, body: object) =>
    (await call('PATCH', `/admin/${path}/${randomUUID()}`, body)).body.error
  expect(await change('partners', { disabled: false, name: 'Bank' })).toBe('not_found')
  expect(await change('partners', { disabled: true })).toBe('reauthentication_required')
  expect(await change('partners', { name: 'Bank', webhookUrl: null })).toBe('reauthentication_required')
  expect(await change('outlets', { city: 'Ipoh' })).toBe('not_found')
  expect(await change('outlets', { pin: null })).toBe('reauthentication_required')
  const outlet = { name: 'Till', addressLine: 'Road 1', city: 'KL', countryCode: 'MY' }
  expect((await call('POST', outletsPath, outlet)).status).toBe(201)
})

test('403 reauthentication_required: importing a file with PINs, nothing written; dry runs and other files need no proof', async () => {
  const call = await callWithOldProof()
  const background = outletsPath.replace('outlets', 'outlet-imports')
  const send = async (path: string, file: string) => {
    const { status, body } = await call('POST', path, file, CSV)
    return [status, body.error]
  }
  const refused = [403, 'reauthentication_required']
  expect(await send(`${outletsPath}/import`, WITH_PINS)).toEqual(refused)
  expect(await send(`${outletsPath}/import?dryRun=false`, WITH_PINS)).toEqual(refused)
  expect(await send(background, `\ufeff${WITH_PINS}`)).toEqual(refused)
  // This route has no dry run, so the parameter must not skip the proof.
  expect(await send(`${background}?dryRun=true`, WITH_PINS)).toEqual(refused)
  expect(await db`select from outlets where name = 'One'`).toHaveLength(0)
  expect(await db`select from outlet_imports`).toHaveLength(0)
  expect(await send(`${outletsPath}/import?dryRun=true`, WITH_PINS)).toEqual([200, undefined])
  expect(await send(`${outletsPath}/import`, fileOf('state', 'Perak'))).toEqual([200, undefined])
  expect(await db`select state from outlets where name = 'One'`).toEqual([{ state: 'Perak' }])
})

/** A new field must be placed in one of the two lists: does writing it equal handing out a key? */
const FIELDS: { noun: string; routes: Route[]; sensitive: string[]; other: string[] }[] = [
  {
    noun: 'partners',
    routes: [createPartner, updatePartner],
    sensitive: [
      'disabled',
      'frameAncestors',
      'jwksUrl',
      'jwtIssuer',
      'nextPublicKey',
      'publicKey',
      'requireV2',
      'scope',
      'secret',
      'webhookUrl',
    ],
    other: [
      'accentColor',
      'consumerRequestsPerMinute',
      'displayName',
      'eventTypes',
      'integrationRequestsPerMinute',
      'jwtAudience',
      'logoPath',
      'maxTokenLifetimeSeconds',
      'mode',
      'name',
      'shareUrl',
      'slug',
    ],
  },
  {
    noun: 'outlets',
    routes: [createOutlet, updateOutlet],
    sensitive: ['pin'],
    other: [
      'addressFull',
      'addressLine',
      'city',
      'countryCode',
      'isActive',
      'latitude',
      'longitude',
      'name',
      'openingHours',
      'redeemBy',
      'postalCode',
      'state',
      'timezone',
      'translations',
    ],
  },
  {
    noun: 'API keys',
    routes: [createKey],
    sensitive: ['expiresAt', 'merchantIds', 'name', 'partnerId', 'role'],
    other: [],
  },
  {
    noun: 'staff',
    routes: [createStaffMember, inviteNewStaffMember, updateStaffMember],
    sensitive: ['email', 'isActive', 'keepKeys', 'language', 'merchantIds', 'name', 'partnerId', 'role'],
    other: [],
  },
  {
    noun: 'settings',
    routes: [replaceSignInSettings],
    sensitive: ['secondFactorRoles'],
    other: [],
  },
]

test.each(FIELDS)('every writable field of $noun is either sensitive or not', ({ routes, ...lists }) => {
  const fieldsOf = ({ body }: Route) => Object.keys((body as unknown as { properties: object }).properties)
  const writable = new Set(routes.flatMap(fieldsOf))
  expect([...lists.sensitive, ...lists.other].sort()).toEqual([...writable].sort())
  for (const route of routes) {
    for (const field of fieldsOf(route))
      expect([route.id, field, asksFor(route, field)]).toEqual([
        route.id,
        field,
        route.needsRecentProof === true || lists.sensitive.includes(field),
      ])
  }
})
