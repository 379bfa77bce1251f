import { WALLET_STATES, type WalletState } from '@counterfoil/contract/shapes/wallet.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facts, VoucherFacts } from '../../src/domain/redemptions/rules/decide.ts'
import {
  byPlace,
  endsOn,
  endsWithin,
  groupOf,
  type Place,
  placeOf,
  stateOf,
} from '../../src/domain/wallet/wallet-state.ts'

const NOW = new Date('2026-11-15T08:30:00.000Z')
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const [BEFORE, AFTER] = [inHours(-1), inHours(1)]

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
  validFrom: BEFORE,
  validUntil: AFTER,
  applicableFrom: BEFORE,
  applicableUntil: AFTER,
  outletIds: null,
}
const FACTS: Facts = {
  now: NOW,
  scope: null,
  sandboxId: null,
  method: 'PIN',
  retryAfterSeconds: null,
  voucher: VOUCHER,
  outlet: undefined,
  defenseSeconds: null,
  pinIsRight: null,
  consumer: null,
  isFavorite: true,
  hasClaim: true,
  cycle: { key: 'ONE_TIME', resetsAt: null },
  usedByUser: 1,
  usedByAll: 8,
  codesLeft: 1,
}
type Change = { voucher?: Partial<VoucherFacts>; facts?: Partial<Facts> }

function factsWith(...changes: Change[]): Facts {
  const voucher = Object.assign({}, VOUCHER, ...changes.map((change) => change.voucher))
  return Object.assign({}, FACTS, ...changes.map(({ facts }) => facts), { voucher })
}

/** What makes each state, the one that wins over all later ones first. */
const CAUSES: [WalletState, Change[]][] = [
  [
    'WITHDRAWN',
    [
      { voucher: { status: 'UNPUBLISHED' } },
      { voucher: { merchantIsActive: false } },
      { facts: { scope: { merchantIds: [], categories: [] } } },
      { facts: { sandboxId: 'another' } },
    ],
  ],
  ['EXPIRED', [{ voucher: { validUntil: BEFORE } }, { voucher: { applicableUntil: NOW } }]],
  ['NOT_YET_USABLE', [{ voucher: { validFrom: AFTER } }, { voucher: { applicableFrom: AFTER } }]],
  ['USED_UP', [{ facts: { usedByUser: 2 } }]],
  ['CODES_EXHAUSTED', [{ facts: { codesLeft: 0 } }]],
  ['CAP_REACHED', [{ facts: { usedByAll: 9 } }]],
  ['NOT_A_FAVORITE', [{ facts: { isFavorite: false } }]],
  ['READY', [{}]],
]

test.each(CAUSES)('%s: for each of its causes, whatever later states also apply', (state, causes) => {
  const later = CAUSES.slice(CAUSES.findIndex(([one]) => one === state)).flatMap(([, all]) => all)
  for (const cause of causes) {
    for (const other of later) expect(stateOf(factsWith(cause, other))).toBe(state)
  }
})

test('every state has a cause here, and belongs to one of the five groups', () => {
  expect(CAUSES.map(([state]) => state).sort()).toEqual([...WALLET_STATES].sort())
  expect(Object.fromEntries(WALLET_STATES.map((state) => [state, groupOf(state)]))).toEqual({
    READY: 'READY',
    NOT_A_FAVORITE: 'FAVORITES_ONLY',
    NOT_YET_USABLE: 'LATER',
    CAP_REACHED: 'USED_UP',
    CODES_EXHAUSTED: 'USED_UP',
    USED_UP: 'USED_UP',
    EXPIRED: 'ENDED',
    WITHDRAWN: 'ENDED',
  })
})

/** A claim by its state and the hours until its voucher starts and ends; null without a start or an end. */
type Claimed = [
  name: string,
  state: WalletState,
  from: number | null,
  until: number | null,
  claimedAt?: number,
]

function ordered(claims: Claimed[]): string[] {
  const places = claims.map(([id, state, from, until, claimedAt = 0]) => {
    const period = {
      validFrom: from === null ? null : inHours(from),
      validUntil: until === null ? null : inHours(until),
    }
    const voucher = { ...VOUCHER, applicableFrom: null, applicableUntil: null, ...period }
    return placeOf({ id, claimedAt: inHours(claimedAt).toISOString() }, voucher, state)
  })
  return places.sort(byPlace).map(({ id }) => id)
}

test('the states follow each other as a wallet shows them; both kinds of empty supply stand together', () => {
  const claims: Claimed[] = [
    ['withdrawn', 'WITHDRAWN', null, 1],
    ['expired', 'EXPIRED', null, -1],
    ['used up', 'USED_UP', null, 1],
    ['no codes', 'CODES_EXHAUSTED', null, 3],
    ['cap', 'CAP_REACHED', null, 2],
    ['no codes, sooner', 'CODES_EXHAUSTED', null, 1],
    ['later', 'NOT_YET_USABLE', 1, 2],
    ['no favorite', 'NOT_A_FAVORITE', null, 1],
    ['ready', 'READY', null, null],
  ]
  const order = ['ready', 'no favorite', 'later', 'no codes, sooner', 'cap', 'no codes', 'used up']
  expect(ordered(claims)).toEqual([...order, 'expired', 'withdrawn'])
})

test.each([
  ['READY', ['soon', 'late', 'without end, new', 'without end, old']],
  ['USED_UP', ['soon', 'late', 'without end, new', 'without end, old']],
  ['NOT_YET_USABLE', ['late', 'without end, new', 'without end, old', 'soon']],
  ['EXPIRED', ['without end, new', 'soon', 'late', 'without end, old']],
  ['WITHDRAWN', ['without end, new', 'soon', 'late', 'without end, old']],
] satisfies [WalletState, string[]][])('%s: %j', (state, order) => {
  const claims: Claimed[] = [
    ['without end, old', state, 3, null, 1],
    ['late', state, 1, 9, 2],
    ['soon', state, 4, 5, 3],
    ['without end, new', state, 2, null, 4],
  ]
  expect(ordered(claims)).toEqual(order)
})

test('the order is total: claims made at once are sorted by id, newest first', () => {
  expect(
    ordered([
      ['a', 'READY', null, 1],
      ['c', 'READY', null, 1],
      ['b', 'READY', null, 1],
    ]),
  ).toEqual(['c', 'b', 'a'])
  const place = fc.record<Place>({
    rank: fc.integer({ min: 0, max: 2 }),
    urgency: fc.constantFrom('1', '2', '~'),
    claimedAt: fc.constantFrom('1', '2'),
    id: fc.constantFrom('a', 'b'),
  })
  fc.assert(
    fc.property(place, place, place, (a, b, c) => {
      expect(Math.sign(byPlace(a, b))).toBe(-Math.sign(byPlace(b, a)) || 0)
      if (byPlace(a, b) < 0 && byPlace(b, c) < 0) expect(byPlace(a, c)).toBeLessThan(0)
    }),
  )
})

const at = (text: string) => new Date(text)
const period = (changes: Partial<VoucherFacts>) => ({
  ...{ ...VOUCHER, validFrom: null, validUntil: null, applicableFrom: null, applicableUntil: null },
  ...changes,
})

test.each([
  ['without an end', {}, 'Asia/Kuala_Lumpur', null],
  ['at midnight', { validUntil: at('2026-12-31T16:00:00.000Z') }, 'Asia/Kuala_Lumpur', '2026-12-31'],
  ['a moment later', { validUntil: at('2026-12-31T16:00:00.001Z') }, 'Asia/Kuala_Lumpur', '2027-01-01'],
  ['in another zone', { validUntil: at('2026-12-31T16:00:00.000Z') }, 'America/Los_Angeles', '2026-12-31'],
  ['west of UTC', { validUntil: at('2027-01-01T07:00:00.000Z') }, 'America/Los_Angeles', '2026-12-31'],
  [
    'with both ends',
    { validUntil: at('2026-12-30T16:00:00.000Z'), applicableUntil: at('2026-12-24T16:00:00.000Z') },
    'Asia/Kuala_Lumpur',
    '2026-12-24',
  ],
  [
    'INSTANT now',
    { claimFlow: 'INSTANT', applicableUntil: at('2026-12-24T16:00:00.000Z') },
    'Asia/Kuala_Lumpur',
    null,
  ],
  ['at the last moment', { validUntil: at('9999-12-31T23:59:59.999Z') }, 'Asia/Kuala_Lumpur', '9999-12-31'],
] as [string, Partial<VoucherFacts>, string, string | null][])(
  'endsOn, %s: the last whole day of the merchant’s calendar',
  (_title, changes, timezone, date) => {
    expect(endsOn(period(changes), timezone)).toBe(date)
  },
)

test('a voucher ends soon by the days of the merchant’s calendar, not by hours', () => {
  // In Kuala Lumpur, it is already the 16th.
  const now = at('2026-11-15T16:00:00.000Z')
  const isSoon = (date: string | null, zone: string) => endsWithin(7, date, zone, now)
  expect(isSoon('2026-11-23', 'Asia/Kuala_Lumpur')).toBe(true)
  expect(isSoon('2026-11-23', 'UTC')).toBe(false)
  expect(isSoon('2026-11-24', 'Asia/Kuala_Lumpur')).toBe(false)
  expect(isSoon(null, 'UTC')).toBe(false)
})
