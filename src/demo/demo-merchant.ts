import type { NewMerchant } from '@counterfoil/contract/admin/merchants.ts'
import type { NewOutlet } from '@counterfoil/contract/admin/outlets.ts'
import type { NewVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import type { Static } from 'typebox'

/** A merchant of the demo data. It refers to sub-categories and outlets by name, and counts days from the load. */
export type DemoMerchant = Pick<Static<typeof NewMerchant>, 'name' | 'slug' | 'category'> & {
  subCategories: string[]
  description: string
  timezone: 'Asia/Kuala_Lumpur' | 'Asia/Singapore'
  isNew?: boolean
  /** The PIN of every outlet, so that one PIN is enough to try them all. */
  pin: string
  /** The opening hours of every outlet, as text. Unknown by default. */
  hours?: string
  outlets: DemoOutlet[]
  vouchers: DemoVoucher[]
}

export type DemoOutlet = Omit<Static<typeof NewOutlet>, 'pin'> & { hasPin?: false }

export type DemoVoucher = Omit<
  Static<typeof NewVoucher>,
  'imagePath' | 'outletIds' | 'validFrom' | 'validUntil' | 'applicableFrom' | 'applicableUntil'
> & {
  description: string
  terms: string
  /** The name of a file in pictures/, without its extension. Null only for a draft. */
  picture: string | null
  valid?: Days
  applicable?: Days
  /** Names of outlets; every outlet by default. */
  at?: string[]
  /** The pool of a MANUAL voucher: `count` codes, each `prefix` and a number. */
  codes?: { prefix: string; count: number }
  /** PUBLISHED by default. */
  status?: 'DRAFT' | 'PUBLISHED' | 'UNPUBLISHED'
  isTop?: boolean
}

/** Whole days in the merchant's time zone, counted from the day of the load. `until` is inclusive. */
export type Days = { from?: number; until?: number }

export function inKualaLumpur(
  name: string,
  addressLine: string,
  postalCode: string,
  [latitude, longitude]: [number, number],
): DemoOutlet {
  return {
    name,
    addressLine,
    addressFull: `${addressLine}, ${postalCode} Kuala Lumpur, Malaysia`,
    city: 'Kuala Lumpur',
    state: 'Wilayah Persekutuan Kuala Lumpur',
    postalCode,
    countryCode: 'MY',
    latitude,
    longitude,
  }
}

export function inSingapore(
  name: string,
  addressLine: string,
  postalCode: string,
  [latitude, longitude]: [number, number],
): DemoOutlet {
  return {
    name,
    addressLine,
    addressFull: `${addressLine}, Singapore ${postalCode}`,
    city: 'Singapore',
    state: '',
    postalCode,
    countryCode: 'SG',
    latitude,
    longitude,
  }
}
