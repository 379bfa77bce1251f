import type { Translations } from '../form/translations-field.tsx'

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
  translations: Translations
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
  translations: {},
}
