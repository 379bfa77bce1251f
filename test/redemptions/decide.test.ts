import {
  CODE_REDEMPTION_REFUSALS,
  REDEMPTION_REFUSALS,
  type RedemptionRefusal,
} from '@counterfoil/contract/errors.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decide,
  type Facts,
  GEOFENCE_METERS,
  isAtOutlet,
  listBrokenRules,
  type OutletFacts,
  RULES,
  revealsPin,
  type VoucherFacts,
} from '../../src/domain/redemptions/rules/decide.ts'
import { distanceMeters } from '../../src/platform/geo.ts'

const NOW = new Date('2026-11-15T08:30:00.000Z')
const [BEFORE, AFTER] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)]
const PUBLISHED_ORDER = REDEMPTION_REFUSALS.filter(
  (code) => code !== 'idempotency_key_reused' && code !== 'code_generation_failed',
)
/** A defended outlet checks the position before the PIN. */
const ORDER_OF_CHECKS = PUBLISHED_ORDER.flatMap((code): RedemptionRefusal[] =>
  code === 'invalid_pin' ? ['rate_limited', 'too_far', code] : [code],
)
/** A code is refused in the place of a missing PIN. */
const ALL_CHECKS = ORDER_OF_CHECKS.flatMap((code) =>
  code === 'outlet_pin_not_set' ? [code, 'qr_not_enabled'] : [code],
)

const HERE = { latitude: 0, longitude: 0 }
const FAR = { latitude: 0.01, longitude: 0 }

const VOUCHER: VoucherFacts = {
  id: 'voucher',
  merchantId: 'merchant',
  merchantName: 'Kopi Corner',
  merchantCategory: 'F_AND_B',
  merchantSandboxId: null,
  merchantIsActive: true,
  title: 'Kopi',
  status: 'PUBLISHED',
  codeSource: 'MANUAL',
  claimFlow: 'WALLET',
  favoritesOnly: true,
  redemptionCount: 2,
  globalRedemptionCap: 9,
  validFrom: NOW,
  validUntil: AFTER,
  applicableFrom: NOW,
  applicableUntil: AFTER,
  outletIds: ['another outlet', 'outlet'],
}
const OUTLET: OutletFacts = {
  id: 'outlet',
  merchantId: 'merchant',
  merchantCategory: 'F_AND_B',
  merchantSandboxId: null,
  name: 'Outlet',
  isActive: true,
  hasPin: true,
  redeemBy: 'BOTH',
  position: HERE,
}
/** All rules apply and all are kept, some only just. */
const KEPT: Facts = {
  now: NOW,
  scope: { merchantIds: ['merchant'], categories: [] },
  sandboxId: null,
  method: 'PIN',
  retryAfterSeconds: null,
  voucher: VOUCHER,
  outlet: OUTLET,
  defenseSeconds: 1800,
  pinIsRight: true,
  consumer: HERE,
  isFavorite: true,
  hasClaim: true,
  cycle: { key: '2026-11', resetsAt: '2026-12-01T00:00:00.000Z' },
  usedByUser: 1,
  usedByAll: 8,
  codesLeft: 1,
}

type Changes = Partial<Omit<Facts, 'voucher' | 'outlet'>> & {
  voucher?: Partial<VoucherFacts> | null
  outlet?: Partial<OutletFacts> | null | undefined
}

function changed(facts: Facts, changes: Changes): Facts {
  const { voucher, outlet, ...rest } = changes
  return {
    ...facts,
    ...rest,
    voucher: voucher === null ? null : facts.voucher && { ...facts.voucher, ...voucher },
    outlet:
      'outlet' in changes && outlet == null ? outlet : facts.outlet ? { ...facts.outlet, ...outlet } : null,
  }
}
const factsWith = (changes: Changes) => changed(KEPT, changes)

/** One way to break each rule without breaking an earlier one, with the details of the refusal. */
const BREAKS: [RedemptionRefusal, Changes, Record<string, unknown>?][] = [
  ['rate_limited', { retryAfterSeconds: 37 }, { retryAfterSeconds: 37 }],
  ['voucher_not_found', { voucher: { status: 'DRAFT' } }],
  ['voucher_out_of_scope', { scope: { merchantIds: ['a third'], categories: ['F_AND_C'] } }],
  ['outlet_not_found', { outlet: null }],
  ['merchant_out_of_scope', { outlet: { merchantId: 'another' } }],
  ['voucher_inactive', { voucher: { status: 'UNPUBLISHED' } }],
  ['voucher_not_yet_valid', { voucher: { validFrom: AFTER } }],
  ['voucher_expired', { voucher: { validUntil: NOW } }],
  ['voucher_not_valid_at_outlet', { voucher: { outletIds: ['another outlet'] } }],
  ['outlet_inactive', { outlet: { isActive: false } }],
  ['outlet_pin_not_set', { outlet: { hasPin: false } }],
  ['rate_limited', { consumer: null, defenseSeconds: 1800 }, { retryAfterSeconds: 1800 }],
  ['too_far', { consumer: FAR, defenseSeconds: 1800 }, { distanceMeters: 1112, maxMeters: 150 }],
  ['invalid_pin', { pinIsRight: false }],
  ['too_far', { consumer: FAR, defenseSeconds: null }, { distanceMeters: 1112, maxMeters: 150 }],
  ['not_a_favorite', { isFavorite: false }],
  ['no_claim', { hasClaim: false }],
  [
    'voucher_not_yet_applicable',
    { voucher: { applicableFrom: AFTER } },
    { applicableFrom: '2026-11-15T08:30:00.001Z' },
  ],
  [
    'voucher_no_longer_applicable',
    { voucher: { applicableUntil: NOW } },
    { applicableUntil: '2026-11-15T08:30:00.000Z' },
  ],
  ['limit_reached', { usedByUser: 2 }, { limit: 2, used: 2, cycleKey: '2026-11' }],
  ['global_cap_reached', { usedByAll: 9 }, { cap: 9, used: 9, cycleKey: '2026-11' }],
  ['codes_exhausted', { codesLeft: 0 }],
]

test('the rules are in the published order, and the table above has all of them', () => {
  expect(RULES.map(([code]) => code)).toEqual(ALL_CHECKS)
  expect(BREAKS.map(([code]) => code)).toEqual(ORDER_OF_CHECKS)
})

describe('a redemption by code', () => {
  const byCode: Changes = { method: 'QR', pinIsRight: null, defenseSeconds: null }
  const CODE_BREAKS = BREAKS.filter(
    ([code, { defenseSeconds }]) => code !== 'invalid_pin' && typeof defenseSeconds !== 'number',
  ).map(([code, changes]): [string, Changes] =>
    code === 'outlet_pin_not_set' ? ['qr_not_enabled', { outlet: { redeemBy: 'PIN' } }] : [code, changes],
  )

  test('is refused in the published order, with qr_not_enabled in the place of outlet_pin_not_set', () => {
    const published = CODE_REDEMPTION_REFUSALS.filter((code) => code !== 'code_generation_failed')
    expect(CODE_BREAKS.map(([code]) => code)).toEqual(published)
    for (const [i, [code, changes]] of CODE_BREAKS.entries()) {
      expect(decide(factsWith({ ...byCode, ...changes }))).toMatchObject({ code })
      const worst = CODE_BREAKS.slice(i).reduceRight(
        (facts, [, more]) => changed(facts, more),
        factsWith(byCode),
      )
      expect(decide(worst)).toMatchObject({ code })
    }
  })

  test('needs no PIN, reveals none, and no defense of the outlet applies', () => {
    const noPin = factsWith({ ...byCode, outlet: { hasPin: false, redeemBy: 'QR' } })
    expect(decide(noPin)).toMatchObject({ status: 'SUCCESS' })
    expect(revealsPin(changed(noPin, { usedByUser: 2 }))).toBe(false)
  })

  test('by PIN, an outlet that takes codes only has none; a test redemption passes', () => {
    expect(decide(factsWith({ outlet: { redeemBy: 'PIN' } }))).toMatchObject({ status: 'SUCCESS' })
    const codesOnly = { hasPin: false, redeemBy: 'QR' } as const
    expect(decide(factsWith({ outlet: codesOnly }))).toEqual({ code: 'outlet_pin_not_set' })
    expect(decide(factsWith({ method: 'TEST', outlet: codesOnly }))).toMatchObject({ status: 'SUCCESS' })
    expect(decide(factsWith({ method: 'TEST', outlet: { hasPin: false } }))).toEqual({
      code: 'outlet_pin_not_set',
    })
  })
})

describe('each rule by itself and with all later ones broken', () => {
  test.each(BREAKS.map(([code, changes, details], i) => ({ code, changes, details, i })))(
    '$code',
    ({ code, changes, details, i }) => {
      const expected = details ? { code, details } : { code }
      expect(decide(factsWith(changes))).toEqual(expected)
      const worst = BREAKS.slice(i).reduceRight((facts, [, more]) => changed(facts, more), KEPT)
      expect(decide(worst)).toEqual(expected)
      expect(listBrokenRules(worst)[0]).toBe(code)
    },
  )
})

test.each<[string, RedemptionRefusal, Changes]>([
  ['an unknown voucher', 'voucher_not_found', { voucher: null }],
  ['an unknown voucher and outlet', 'voucher_not_found', { voucher: null, outlet: null }],
  ['an empty scope', 'voucher_out_of_scope', { scope: { merchantIds: [], categories: [] } }],
  [
    'a test voucher, for a live user',
    'voucher_out_of_scope',
    { scope: null, voucher: { merchantSandboxId: 'test' } },
  ],
  ['a live voucher, for a test user', 'voucher_out_of_scope', { scope: null, sandboxId: 'test' }],
  ['an inactive merchant', 'voucher_inactive', { voucher: { merchantIsActive: false } }],
  [
    'an outlet of another merchant that is in scope',
    'voucher_not_valid_at_outlet',
    { scope: null, outlet: { merchantId: 'another' } },
  ],
  [
    'an outlet of another merchant, for a voucher that is valid at every outlet',
    'voucher_not_valid_at_outlet',
    { scope: null, voucher: { outletIds: null }, outlet: { merchantId: 'another' } },
  ],
  ['a voucher for no outlet', 'voucher_not_valid_at_outlet', { voucher: { outletIds: [] } }],
  ['a quota that was lowered below what was used', 'limit_reached', { usedByUser: 5 }],
  ['a quota of 0', 'limit_reached', { usedByUser: 0, voucher: { redemptionCount: 0 } }],
  ['a cap that was lowered below what was used', 'global_cap_reached', { usedByAll: 90 }],
  ['a cap of 0', 'global_cap_reached', { usedByAll: 0, voucher: { globalRedemptionCap: 0 } }],
])('%s: %s', (_name, code, changes) => {
  expect(decide(factsWith(changes))).toMatchObject({ code })
})

test.each<[string, Changes]>([
  ['unchanged', {}],
  ['no scope', { scope: null }],
  ['a scope of the category', { scope: { merchantIds: [], categories: ['F_AND_B'] } }],
  ['valid at every outlet', { voucher: { outletIds: null } }],
  ['no validity period', { voucher: { validFrom: null, validUntil: null } }],
  ['no redemption window', { voucher: { applicableFrom: null, applicableUntil: null } }],
  ['no favorite required', { isFavorite: false, voucher: { favoritesOnly: false } }],
  ['an instant voucher needs no claim', { hasClaim: false, voucher: { claimFlow: 'INSTANT' } }],
  [
    'an instant voucher has no redemption window',
    { voucher: { claimFlow: 'INSTANT', applicableFrom: AFTER, applicableUntil: BEFORE } },
  ],
  ['no cap', { usedByAll: 1e9, voucher: { globalRedemptionCap: null } }],
  ['generated codes are never exhausted', { codesLeft: 0, voucher: { codeSource: 'AUTO' } }],
  ['a voucher without codes needs no code', { codesLeft: 0, voucher: { codeSource: 'NONE' } }],
])('granted: %s', (_name, changes) => {
  expect(decide(factsWith(changes))).toEqual({
    status: 'SUCCESS',
    flagReason: null,
    gpsAvailable: true,
    gpsDistanceMeters: 0,
  })
  expect(listBrokenRules(factsWith(changes))).toEqual([])
})

/** The southernmost point due north of HERE that is `isBeyond`, to the last bit of a double. */
function firstBeyond(isBeyond: (meters: number) => boolean): number {
  let [low, high] = [0, 0.01]
  for (;;) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) return high
    if (isBeyond(distanceMeters(HERE, { latitude: middle, longitude: 0 }))) high = middle
    else low = middle
  }
}
const EXACTLY = { latitude: firstBeyond((meters) => meters >= GEOFENCE_METERS), longitude: 0 }
const JUST_OVER = { latitude: firstBeyond((meters) => meters > GEOFENCE_METERS), longitude: 0 }

describe('position', () => {
  test('SUCCESS within 150 m, with the distance rounded to 0.1 m', () => {
    const consumer = { latitude: 0.000375, longitude: 0 }
    expect(distanceMeters(HERE, consumer)).toBeCloseTo(41.698, 3)
    expect(decide(factsWith({ consumer }))).toEqual({
      status: 'SUCCESS',
      flagReason: null,
      gpsAvailable: true,
      gpsDistanceMeters: 41.7,
    })
  })

  test('SUCCESS at exactly 150 m; too_far just beyond, even if it rounds to 150', () => {
    expect(GEOFENCE_METERS).toBe(150)
    expect(distanceMeters(HERE, EXACTLY)).toBe(150)
    expect(decide(factsWith({ consumer: EXACTLY }))).toMatchObject({
      status: 'SUCCESS',
      gpsDistanceMeters: 150,
    })
    expect(distanceMeters(HERE, JUST_OVER)).toBeGreaterThan(150)
    expect(decide(factsWith({ consumer: JUST_OVER }))).toEqual({
      code: 'too_far',
      details: { distanceMeters: 150, maxMeters: 150 },
    })
  })

  test('FLAGGED without coordinates, at an outlet that is not defended', () => {
    expect(decide(factsWith({ consumer: null, defenseSeconds: null }))).toEqual({
      status: 'FLAGGED',
      flagReason: 'gps_unavailable',
      gpsAvailable: false,
      gpsDistanceMeters: null,
    })
  })

  test.each([
    ['with', FAR, true],
    ['without', null, false],
  ] as const)('SUCCESS at an outlet without coordinates, %s GPS', (_name, consumer, gpsAvailable) => {
    expect(decide(factsWith({ consumer, defenseSeconds: null, outlet: { position: null } }))).toEqual({
      status: 'SUCCESS',
      flagReason: 'outlet_not_geolocated',
      gpsAvailable,
      gpsDistanceMeters: null,
    })
  })
})

describe('a defended outlet', () => {
  const WRONG = { pinIsRight: false }

  test('429 without coordinates and 422 too_far beyond 150 m, whatever the PIN', () => {
    const limited = { code: 'rate_limited', details: { retryAfterSeconds: 1800 } }
    const tooFar = { code: 'too_far', details: { distanceMeters: 1112, maxMeters: 150 } }
    for (const pin of [{}, WRONG]) {
      expect(decide(factsWith({ ...pin, consumer: null }))).toEqual(limited)
      expect(decide(factsWith({ ...pin, consumer: FAR }))).toEqual(tooFar)
    }
  })

  test('the PIN is checked up to exactly 150 m, not beyond', () => {
    expect(decide(factsWith({ consumer: EXACTLY }))).toMatchObject({ status: 'SUCCESS' })
    expect(decide(factsWith({ ...WRONG, consumer: EXACTLY }))).toEqual({ code: 'invalid_pin' })
    expect(decide(factsWith({ ...WRONG, consumer: JUST_OVER }))).toMatchObject({ code: 'too_far' })
  })

  test('429 at an outlet without coordinates, wherever the user is', () => {
    for (const consumer of [null, HERE, FAR])
      expect(decide(factsWith({ consumer, outlet: { position: null } }))).toMatchObject({
        code: 'rate_limited',
      })
  })

  test('a preview lists too_far once', () => {
    expect(listBrokenRules(factsWith({ consumer: FAR }))).toEqual(['too_far'])
    expect(listBrokenRules(factsWith({ consumer: null, outlet: undefined }))).toEqual([])
  })
})

test('a response reveals the PIN if no rule before the PIN is broken', () => {
  const firstAfter = ORDER_OF_CHECKS.indexOf('invalid_pin')
  for (const [i, [, changes]] of BREAKS.entries())
    expect(revealsPin(factsWith(changes))).toBe(i >= firstAfter)
  expect(revealsPin(factsWith({ defenseSeconds: null, consumer: null }))).toBe(true)
})

test('a user within 150 m is at the outlet; without a position nobody is', () => {
  expect(
    [HERE, EXACTLY, JUST_OVER, FAR, null].map((consumer) => isAtOutlet(factsWith({ consumer }))),
  ).toEqual([...[true, true, false, false, false]])
  expect(isAtOutlet(factsWith({ outlet: { position: null } }))).toBe(false)
  expect(isAtOutlet(factsWith({ outlet: null }))).toBe(false)
})

test('a preview without outlet and PIN skips the rules about them', () => {
  const preview = { outlet: undefined, pinIsRight: null, consumer: FAR }
  expect(listBrokenRules(factsWith(preview))).toEqual([])
  expect(listBrokenRules(factsWith({ ...preview, voucher: { outletIds: [] }, hasClaim: false }))).toEqual([
    'no_claim',
  ])
})

test('a missing voucher or outlet breaks only the rule that it must exist', () => {
  expect(listBrokenRules(factsWith({ voucher: null }))).toEqual(['voucher_not_found'])
  expect(listBrokenRules(factsWith({ outlet: null }))).toEqual(['outlet_not_found'])
})

/** Rules that are also broken when the table above breaks the given one. */
const ALSO: Partial<Record<RedemptionRefusal, RedemptionRefusal[]>> = {
  voucher_not_found: ['voucher_inactive'],
  voucher_out_of_scope: ['merchant_out_of_scope'],
  merchant_out_of_scope: ['voucher_not_valid_at_outlet'],
}

test('property: a preview lists every broken rule in the published order; decide returns the first', () => {
  // A position breaks only one rule at a time; a defended outlet is tested above.
  const breakable = BREAKS.filter(
    ([code, { consumer, defenseSeconds }]) =>
      code !== 'outlet_not_found' && (consumer === undefined || defenseSeconds === null),
  )
  fc.assert(
    fc.property(fc.shuffledSubarray(breakable), (broken) => {
      // DRAFT and UNPUBLISHED share one field: the earlier rule wins.
      const inOrder = broken.toSorted(
        ([a], [b]) => PUBLISHED_ORDER.indexOf(b as never) - PUBLISHED_ORDER.indexOf(a as never),
      )
      const facts = inOrder.reduce((so, [, changes]) => changed(so, changes), KEPT)
      const codes = new Set(broken.flatMap(([code]) => [code, ...(ALSO[code] ?? [])]))
      const expected = PUBLISHED_ORDER.filter((code) => codes.has(code))
      expect(listBrokenRules(facts)).toEqual(expected)
      const decision = decide(facts)
      if (expected.length === 0) expect(decision).toMatchObject({ status: 'SUCCESS' })
      else expect(decision).toMatchObject({ code: expected[0] })
    }),
  )
})

const time = fc.constantFrom(null, BEFORE, NOW, AFTER)
const anyFacts: fc.Arbitrary<Facts> = fc.record({
  now: fc.constant(NOW),
  scope: fc.constantFrom(
    null,
    { merchantIds: [], categories: [] },
    { merchantIds: ['merchant'], categories: [] },
    { merchantIds: [], categories: ['F_AND_B'] },
  ),
  sandboxId: fc.constantFrom(null, null, null, 'sandbox'),
  method: fc.constantFrom('PIN', 'QR', 'TEST'),
  retryAfterSeconds: fc.constantFrom(null, null, null, 1, 60),
  voucher: fc.option(
    fc.record({
      id: fc.constant('voucher'),
      merchantId: fc.constant('merchant'),
      merchantName: fc.string(),
      merchantCategory: fc.constantFrom('F_AND_B', 'SPA'),
      merchantSandboxId: fc.constantFrom(null, null, null, 'sandbox'),
      merchantIsActive: fc.boolean(),
      title: fc.string(),
      status: fc.constantFrom('DRAFT', 'PUBLISHED', 'PUBLISHED', 'UNPUBLISHED'),
      codeSource: fc.constantFrom('NONE', 'MANUAL', 'AUTO'),
      claimFlow: fc.constantFrom('WALLET', 'INSTANT'),
      favoritesOnly: fc.boolean(),
      redemptionCount: fc.nat(3),
      globalRedemptionCap: fc.option(fc.nat(3)),
      validFrom: time,
      validUntil: time,
      applicableFrom: time,
      applicableUntil: time,
      outletIds: fc.constantFrom(null, [], ['outlet']),
    }),
    { freq: 9 },
  ),
  outlet: fc.option(
    fc.record({
      id: fc.constantFrom('outlet', 'another outlet'),
      merchantId: fc.constantFrom('merchant', 'merchant', 'another'),
      merchantCategory: fc.constantFrom('F_AND_B', 'SPA'),
      merchantSandboxId: fc.constantFrom(null, null, null, 'sandbox'),
      name: fc.string(),
      isActive: fc.boolean(),
      hasPin: fc.boolean(),
      redeemBy: fc.constantFrom('PIN', 'QR', 'BOTH'),
      position: fc.constantFrom(null, HERE),
    }),
    { freq: 9 },
  ),
  defenseSeconds: fc.constantFrom(null, null, 1, 3600),
  pinIsRight: fc.constantFrom(true, true, false, null),
  consumer: fc.constantFrom(null, HERE, EXACTLY, JUST_OVER, FAR),
  isFavorite: fc.boolean(),
  hasClaim: fc.boolean(),
  cycle: fc.constant(KEPT.cycle),
  usedByUser: fc.nat(3),
  usedByAll: fc.nat(3),
  codesLeft: fc.nat(1),
})

test('property: granted if and only if no rule is broken, otherwise the first broken rule', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const broken = listBrokenRules(facts)
      const decision = decide(facts)
      expect('code' in decision ? decision.code : undefined).toBe(broken[0])
      const places = broken.map((code) =>
        RULES.findIndex(([one, rule]) => one === code && rule(facts) !== null),
      )
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(new Set(broken).size).toBe(broken.length)
      const isDefended = facts.defenseSeconds !== null && facts.outlet !== null
      if (isDefended && !isAtOutlet(facts)) expect(revealsPin(facts)).toBe(false)
      if ('status' in decision) {
        expect(decision.status === 'FLAGGED').toBe(decision.flagReason === 'gps_unavailable')
        expect(decision.gpsAvailable).toBe(facts.consumer !== null)
        expect(decision.gpsDistanceMeters ?? 0).toBeLessThanOrEqual(GEOFENCE_METERS)
      }
    }),
    { numRuns: 2000 },
  )
})
