import type { updateOutlet } from '@counterfoil/contract/admin/outlets.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { type OpeningHours, writeHours } from '@counterfoil/contract/hours-text.ts'

type Body = Required<Omit<Input<typeof updateOutlet>['body'], 'pin'>>

/** The fields that a person writes, without the PIN, which has its own form. */
export type OutletValues = { [K in keyof Body]: Body[K] }

/** How a dialog writes a value that is not readable by itself. */
export function describeOutletValue(name: string, value: unknown): string | null {
  return name === 'openingHours' && value !== null ? writeHours(value as OpeningHours) : null
}

export const NEW_OUTLET: OutletValues = {
  name: '',
  addressLine: '',
  addressFull: '',
  city: '',
  state: '',
  postalCode: '',
  countryCode: '',
  latitude: null,
  longitude: null,
  timezone: null,
  openingHours: null,
  redeemBy: 'PIN',
  isActive: true,
  translations: {},
}
