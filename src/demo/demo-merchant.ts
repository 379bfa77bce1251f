import type { NewMerchant } from '@counterfoil/contract/admin-merchants.ts'
import type { NewOutlet } from '@counterfoil/contract/admin-outlets.ts'
import type { NewVoucher } from '@counterfoil/contract/admin-vouchers.ts'
import type { Static } from 'typebox'

/** A merchant as the demo tells of it: sub-categories and outlets by name, times in days from the load. */
export type DemoMerchant = Pick<Static<typeof NewMerchant>, 'name' | 'slug' | 'category'> & {
  subCategories: string[]
  description: string
  timezone: 'Asia/Kuala_Lumpur' | 'Asia/Singapore'
  isNew?: boolean
  /** Of each of its outlets, so that one number is enough to try any of them. */
  pin: string
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
  /** A file of pictures/, without its ending; a draft may still want one. */
  picture: string | null
  valid?: Days
  applicable?: Days
  /** Names of outlets; everywhere when left out. */
  at?: string[]
  /** A MANUAL pool: `prefix` and a number, `count` times. */
  codes?: { prefix: string; count: number }
  /** PUBLISHED when left out. */
  status?: 'DRAFT' | 'PUBLISHED' | 'UNPUBLISHED'
  isTop?: boolean
}

/** Whole days of the merchant's own calendar, counted from the load; the last one is included. */
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
