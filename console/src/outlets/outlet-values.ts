import type { updateOutlet } from '@counterfoil/contract/admin/outlets.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'

type Body = Required<Omit<Input<typeof updateOutlet>['body'], 'pin'>>

/** The fields that a person writes, without the PIN, which has its own form. */
export type OutletValues = { [K in keyof Body]: Body[K] }

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
  isActive: true,
  translations: {},
}
