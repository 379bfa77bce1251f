import { globSync, readFileSync } from 'node:fs'
import { AlertDestination, NewAlertDestination } from '@counterfoil/contract/admin/alert-destinations.ts'
import { AdminCategory } from '@counterfoil/contract/admin/categories.ts'
import { Delivery } from '@counterfoil/contract/admin/deliveries.ts'
import { ApiKey } from '@counterfoil/contract/admin/keys.ts'
import { AdminMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { AdminOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { Partner } from '@counterfoil/contract/admin/partners.ts'
import { SignInSettings } from '@counterfoil/contract/admin/settings.ts'
import { StaffMember } from '@counterfoil/contract/admin/staff.ts'
import { StatementSettings } from '@counterfoil/contract/admin/statements.ts'
import { AdminVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { Type } from '@counterfoil/contract/shapes/type.ts'
import { describerOf } from '@counterfoil/contract/words/describe-facts.ts'
import { ENGLISH } from '@counterfoil/contract/words/english.ts'
import { ENGLISH_FIELDS } from '@counterfoil/contract/words/english-fields.ts'
import { IN_ENGLISH } from '@counterfoil/contract/words/in-english.ts'
import type { TObject } from 'typebox'
import { expect, test } from 'vitest'
import { AUDITED_ACTIONS } from '../../src/domain/audit/facts/action-facts.ts'
import { idsNamedIn, readEntry } from '../../src/domain/audit/facts/entry-facts.ts'
import { FIELD_FACTS, LEFT_OUT } from '../../src/domain/audit/facts/field-facts.ts'

type State = Record<string, unknown> | null

const NAMES: Record<string, string> = { m1: 'Kopi Corner', m2: 'Teh House', o1: 'Suria', F_AND_B: 'Food' }
const read = (action: string, before: State, after: State) =>
  readEntry(
    { action, target: `${action.split('.')[0]}:1`, before, after },
    (id) => NAMES[id] ?? `unknown ${id}`,
  )
const inEnglish = describerOf(IN_ENGLISH)
const describe = (action: string, before: State, after: State) => inEnglish(read(action, before, after))
const many = (count: number) => Array.from({ length: count }, (_, place) => `x${place}`)

test('every audited action has words', () => {
  const files = globSync('src/**/*.ts').filter((file) =>
    /(audit\/record|\.\.\/queries)\.ts'/.test(readFileSync(file, 'utf8')),
  )
  const actions = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g),
  ])
  const named = new Set(
    actions.map(([, action]) => action as string).filter((name) => !/\.(txt|csv)$|^issue\./.test(name)),
  )
  expect(named.size).toBeGreaterThan(45)
  expect([...named].filter((action) => !AUDITED_ACTIONS.includes(action))).toEqual([])
  expect(AUDITED_ACTIONS.filter((action) => !named.has(action))).toEqual([])
})

/** What people decide about a destination. Its deliveries change the rest. */
const { owner, host } = AlertDestination.properties
/** The log has the host of a URL. */
const { url: _url, ...decided } = NewAlertDestination.properties
const DESTINATION = Type.Object({ ...decided, owner, host })

const RECORDS: [kind: string, shape: TObject][] = [
  ['partner', Partner],
  ['merchant', AdminMerchant],
  ['outlet', AdminOutlet],
  ['voucher', AdminVoucher],
  ['category', AdminCategory],
  ['staff', StaffMember],
  ['key', ApiKey],
  ['delivery', Delivery],
  ['alert_destination', DESTINATION],
  ['settings', SignInSettings],
  ['settings', StatementSettings],
]

test.each(RECORDS)('every field of a %s has words, or is left out for a reason', (kind, shape) => {
  const missing = Object.keys(shape.properties).filter(
    (property) =>
      !(`${kind}.${property}` in FIELD_FACTS) && !(property in FIELD_FACTS) && !LEFT_OUT.has(property),
  )
  expect(missing).toEqual([])
})

test.each<[action: string, before: State, after: State, summary: string]>([
  ['voucher.update', { globalRedemptionCap: 500 }, { globalRedemptionCap: 300 }, 'Cap 500 → 300'],
  ['voucher.update', { globalRedemptionCap: null }, { globalRedemptionCap: 12000 }, 'Cap set to 12,000'],
  ['voucher.update', { globalRedemptionCap: 500 }, { globalRedemptionCap: null }, 'Cap removed (was 500)'],
  [
    'voucher.update',
    { redemptionValue: null },
    { redemptionValue: { amount: '5.00', currency: 'MYR' } },
    'Value set to 5.00 MYR',
  ],
  [
    'voucher.update',
    { validUntil: '2026-11-30T15:59:59.999Z' },
    { validUntil: '2026-12-31T15:59:59.999Z' },
    'Ends 30 Nov 2026, 15:59 UTC → 31 Dec 2026, 15:59 UTC',
  ],
  ['voucher.update', { title: '{b}Free{/b} kopi' }, { title: 'Free teh' }, 'Title “Free kopi” → “Free teh”'],
  ['voucher.update', { terms: 'x'.repeat(900) }, { terms: 'y' }, 'Terms changed'],
  ['voucher.update', { imagePath: null }, { imagePath: '/uploads/a.webp' }, 'Picture added'],
  ['voucher.update', { cycle: 'ONE_TIME' }, { cycle: 'MONTHLY' }, 'Limits reset never → every month'],
  ['voucher.update', { favoritesOnly: false }, { favoritesOnly: true }, 'Favorites only: yes'],
  ['voucher.update', { outletIds: null }, { outletIds: ['o1'] }, 'Outlets every outlet → Suria'],
  ['voucher.update', { outletIds: ['o1'] }, { outletIds: ['o1', ...many(3)] }, 'Outlets: 3 outlets added'],
  [
    'voucher.update',
    { translations: { ms: { title: 'Kopi' } } },
    { translations: { ms: { title: 'Teh' } } },
    'Title in Malay “Kopi” → “Teh”',
  ],
  [
    'voucher.update',
    { title: 'a', terms: 'b', cycle: 'ONE_TIME', imagePath: 'c' },
    { title: 'd', terms: 'e', cycle: 'MONTHLY', imagePath: 'f' },
    'Title “a” → “d”; Terms “b” → “e”; 2 more changes',
  ],
  ['voucher.publish', { status: 'DRAFT' }, { status: 'PUBLISHED' }, 'Published'],
  ['voucher.create', null, { title: 'Free kopi' }, 'Created'],
  ['voucher.update', {}, {}, 'Saved without a change'],
  ['voucher.update', null, null, 'voucher.update, values erased'],
  ['voucher.codes.upload', null, null, 'voucher.codes.upload, values erased'],
  ['voucher.codes.upload', null, { received: 2, added: 1, duplicates: 1, rejected: 0 }, '1 code added'],
  ['outlet.pin.set', {}, {}, 'PIN changed'],
  ['outlet.pin.set', { hasPin: false }, { hasPin: true }, 'PIN set'],
  ['outlet.pin.clear', { hasPin: true }, { hasPin: false }, 'PIN removed'],
  ['merchant.update', { isActive: true }, { isActive: false }, 'Deactivated'],
  ['merchant.update', { category: 'F_AND_B' }, { category: 'SPA' }, 'Category Food → unknown SPA'],
  [
    'partner.update',
    { scope: { merchantIds: ['m1'], categories: [] } },
    { scope: { merchantIds: ['m1', ...many(12)], categories: [] } },
    'Scope: 12 merchants added',
  ],
  [
    'partner.update',
    { scope: { merchantIds: ['m1'], categories: ['F_AND_B'] } },
    { scope: { merchantIds: ['m2'], categories: [] } },
    'Scope: Teh House added, Kopi Corner removed; Scope: Food removed',
  ],
  [
    'partner.update',
    { scope: null },
    { scope: { merchantIds: ['m1'], categories: ['F_AND_B'] } },
    'Scope everything → Kopi Corner and Food',
  ],
  ['partner.update', { publicKey: null }, { publicKey: { kty: 'EC' } }, 'Public key added'],
  [
    'category.update',
    { subCategories: [{ id: 's1', name: 'Coffee' }] },
    {
      subCategories: [
        { id: 's1', name: 'Kopi' },
        { id: 's2', name: 'Tea' },
      ],
    },
    'Sub-categories: Tea added; Sub-category “Coffee” → “Kopi”',
  ],
  [
    'featured.update',
    { merchantIds: ['m1', 'm2'] },
    { merchantIds: ['m2', 'm1'] },
    'Merchants: order changed',
  ],
  [
    'redemption.review',
    { review: null },
    { review: { outcome: 'REJECTED', reviewedBy: 'staff:1', hasNote: true } },
    'Review set to rejected, with a note',
  ],
  [
    'staff.update',
    { email: 'a…@kopi.example' },
    { email: 'b…@kopi.example (changed)' },
    'E-mail address a…@kopi.example → b…@kopi.example',
  ],
  ['user.update', null, { fields: ['email', 'phone'] }, 'E-mail address changed; Phone changed'],
  ['session.end', null, { ended: 3, address: null }, '3 sessions ended'],
  ['factor.add', null, { kind: 'TOTP', address: null }, 'Authenticator app added'],
  ['from.another_release', null, null, 'from.another_release'],
])('%s: %j to %j is “%s”', (action, before, after, summary) => {
  expect(describe(action, before, after).summary).toBe(summary)
})

test('a change has the field in words, its name in the API, and both values', () => {
  const { changes } = describe('voucher.update', { globalRedemptionCap: 500 }, { globalRedemptionCap: 300 })
  expect(changes).toEqual([{ field: 'Cap', property: 'globalRedemptionCap', from: '500', to: '300' }])
})

test('fields are in the order of a form, whatever the order of the properties', () => {
  const { changes } = describe('voucher.update', { cycle: 'a', title: 'b' }, { cycle: 'c', title: 'd' })
  expect(changes.map(({ field }) => field)).toEqual(['Title', 'Limits reset'])
})

test('a list has a change for the items that were added, and one for those that were removed', () => {
  const { changes } = describe(
    'partner.update',
    { scope: { merchantIds: ['m1'], categories: [] } },
    { scope: { merchantIds: ['m2', ...many(6)], categories: [] } },
  )
  expect(changes).toEqual([
    {
      ...{ field: 'Scope: merchants added', property: 'scope', from: null },
      to: 'Teh House, unknown x0, unknown x1, unknown x2 and 3 more',
    },
    { field: 'Scope: merchants removed', property: 'scope', from: 'Kopi Corner', to: null },
  ])
})

test('a new record has a change for each field that was filled in; a deleted one has none', () => {
  const after = {
    id: '1',
    title: 'Free kopi',
    terms: null,
    favoritesOnly: false,
    outletIds: null,
    translations: {},
  }
  expect(describe('voucher.create', null, after).changes.map(({ field }) => field)).toEqual(['Title'])
  expect(describe('key.revoke', { name: 'Till' }, null)).toEqual({ summary: 'Revoked', changes: [] })
})

test('no secret value is shown: keys, and every property without words', () => {
  const secret = 'a-value-that-nobody-may-read'
  const properties = ['publicKey', 'nextPublicKey', 'secret', 'pin', 'password', 'tokenHash', 'somethingNew']
  for (const property of properties) {
    for (const [before, after] of [
      [null, secret],
      [secret, null],
      [secret, `${secret}2`],
    ] as const) {
      const words = describe('partner.update', { [property]: before }, { [property]: after })
      expect(words.changes).toHaveLength(1)
      expect(JSON.stringify(words)).not.toContain(secret)
    }
  }
})

test('every sentence and every field in the catalogue is used', () => {
  const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const text = sources.join('\n')
  const isUsed = (key: string) => text.includes(`'${key}'`) || key in FIELD_FACTS
  const composed =
    /^(?:[A-Z_]+:|voucher\.(?:un)?publish:|approval\.request:|publication:|fields\.|settings\.issuer\.|scope\.)/
  const keys = [...Object.keys(ENGLISH.sentences), ...Object.keys(ENGLISH_FIELDS)]
  expect(keys.filter((key) => !isUsed(key) && !composed.test(key))).toEqual([])
})

test.each(RECORDS)('every code of a %s has words', (kind, shape) => {
  const codes = Object.entries(shape.properties).flatMap(([property, schema]) =>
    ((schema as { enum?: (string | null)[] }).enum ?? [])
      .filter((value) => value !== null)
      .map((value) => ({ property, value })),
  )
  const missing = codes.filter(({ property, value }) => {
    const { changes } = readEntry(
      { action: `${kind}.update`, target: `${kind}:1`, before: null, after: { [property]: value } },
      String,
    )
    return changes.some(({ field, to }) => to?.type === 'CODE' && !(`${field}.${value}` in ENGLISH.codes))
  })
  expect(missing).toEqual([])
})

test('the ids to look up are those that the words name, at most five of a list', () => {
  const ids = many(1000)
  const entry = {
    action: 'voucher.update',
    target: 'voucher:1',
    before: { outletIds: null },
    after: { outletIds: ids },
  }
  expect(new Set(idsNamedIn(entry))).toEqual(new Set(ids.slice(0, 4)))
})
