import { isDeepStrictEqual } from 'node:util'

/** The fields of a published voucher that decide what it costs. Any change needs approval, except a lower cap. */
const VOUCHER_TERMS = [
  'redemptionValue',
  'globalRedemptionCap',
  'redemptionCount',
  'cycle',
  'validFrom',
  'validUntil',
  'applicableFrom',
  'applicableUntil',
] as const

/** Where a partner's events and users go, which keys are trusted, and what its users see. */
const PARTNER_FIELDS = [
  'webhookUrl',
  'shareUrl',
  'frameAncestors',
  'jwksUrl',
  'publicKey',
  'nextPublicKey',
  'scope',
] as const

type Fields = Record<string, unknown>

type Voucher = { status: string; globalRedemptionCap: number | null } & Fields

/** Whether the change needs approval. Lowering a cap takes effect at once. */
export function isGuardedVoucherChange(before: Voucher, after: Voucher): boolean {
  if (before.status !== 'PUBLISHED') return false
  return VOUCHER_TERMS.some((field) =>
    field === 'globalRedemptionCap'
      ? isRaised(before.globalRedemptionCap, after.globalRedemptionCap)
      : !isDeepStrictEqual(before[field], after[field]),
  )
}

function isRaised(from: number | null, to: number | null): boolean {
  return from !== null && (to === null || to > from)
}

type Partner = { disabled: boolean } & Fields

/** Enabling needs approval, disabling does not. */
export function isGuardedPartnerChange(before: Partner, after: Partner): boolean {
  return (
    (before.disabled && !after.disabled) ||
    PARTNER_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]))
  )
}

/** The terms that a publication puts into effect. */
export function termsOf(voucher: Fields): Fields {
  return Object.fromEntries(VOUCHER_TERMS.map((field) => [field, voucher[field]]))
}
