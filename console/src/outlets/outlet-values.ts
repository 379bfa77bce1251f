export type OutletValues = {
  name: string
  addressLine: string
  addressFull: string
  city: string
  state: string
  postalCode: string
  countryCode: string
  latitude: number | null
  longitude: number | null
  isActive: boolean
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
  isActive: true,
}
