import type { RedeemBy } from '@counterfoil/contract/shapes/outlet.ts'

export const OUTLET_LABELS = {
  name: 'Name',
  addressLine: 'Address line',
  addressFull: 'Full address',
  city: 'City',
  state: 'State or region',
  postalCode: 'Postal code',
  countryCode: 'Country',
  latitude: 'Latitude',
  longitude: 'Longitude',
  timezone: 'Time zone',
  openingHours: 'Opening hours',
  redeemBy: 'Redeem by',
  isActive: 'Active',
  translations: 'Translations',
} as const

export const REDEEM_BY_WORDS: Record<RedeemBy, string> = {
  PIN: 'PIN',
  QR: 'Code that a device of the outlet scans',
  BOTH: 'PIN or code',
}
