import {
  decide,
  type Facts,
  type OutletFacts,
  type VoucherFacts,
} from '../../../src/domain/redemptions/rules/decide.ts'
import { NULL } from './rows.ts'

const VOUCHER: VoucherFacts = {
  id: 'voucher',
  merchantId: 'merchant',
  merchantName: 'Kopi Corner',
  merchantCategory: 'F_AND_B',
  merchantSandboxId: null,
  merchantIsActive: true,
  title: 'Kopi',
  status: 'PUBLISHED',
  codeSource: 'NONE',
  claimFlow: 'INSTANT',
  favoritesOnly: false,
  redemptionCount: 1,
  globalRedemptionCap: null,
  validFrom: null,
  validUntil: null,
  applicableFrom: null,
  applicableUntil: null,
  outletIds: null,
}

const OUTLET: OutletFacts = {
  id: 'outlet',
  merchantId: 'merchant',
  merchantCategory: 'F_AND_B',
  merchantSandboxId: null,
  name: 'Central',
  isActive: true,
  hasPin: false,
  redeemBy: 'QR',
  position: null,
}

const FACTS: Omit<Facts, 'usedByUser' | 'usedByAll' | 'codesLeft'> = {
  now: new Date('2026-11-30T23:59:00.000Z'),
  scope: null,
  sandboxId: null,
  method: 'QR',
  retryAfterSeconds: null,
  defenseSeconds: null,
  voucher: VOUCHER,
  outlet: OUTLET,
  pinIsRight: null,
  consumer: null,
  isFavorite: false,
  hasClaim: false,
  cycle: { key: 'ONE_TIME', resetsAt: null },
}

export type Counters = {
  used: number
  usedByAll: number
  quota: number
  cap: number
  codesLeft: number | null
}

/** Asks the `decide` of the service. Everything but counters and limits grants the redemption. */
export function isGranted({ used, usedByAll, quota, cap, codesLeft }: Counters): boolean {
  const voucher: VoucherFacts = {
    ...VOUCHER,
    redemptionCount: quota,
    globalRedemptionCap: cap === NULL ? null : cap,
    codeSource: codesLeft === null ? 'NONE' : 'MANUAL',
  }
  return 'status' in decide({ ...FACTS, voucher, usedByUser: used, usedByAll, codesLeft: codesLeft ?? 0 })
}
