import { CountryCode, Latitude, Longitude, Text } from './fields.ts'
import { OutletId } from './ids.ts'
import { Translations } from './translations.ts'
import { Type } from './type.ts'

/** The public fields of an outlet, without its coordinates. No response ever includes the PIN. */
export const outletFields = {
  name: Text(200, { examples: ['Kopi Corner Suria'] }),
  addressLine: Text(500, { examples: ['Lot 241, Level 2, Suria KLCC'] }),
  addressFull: Type.String({
    maxLength: 500,
    examples: ['Lot 241, Level 2, Suria KLCC, Jalan Ampang, 50088 Kuala Lumpur, Malaysia'],
  }),
  city: Text(100, { examples: ['Kuala Lumpur'] }),
  state: Type.String({ maxLength: 100, examples: ['Wilayah Persekutuan'] }),
  postalCode: Type.String({ maxLength: 20, examples: ['50088'] }),
  countryCode: CountryCode,
  isActive: Type.Boolean({ examples: [true] }),
}

const { name, addressLine, addressFull, city, state } = outletFields

export const outletTranslations = Translations(
  { name, addressLine, addressFull, city, state },
  { 'zh-Hans': { city: '吉隆坡', addressLine: '阳光广场 2 楼 241 号' } },
)

export const hasPin = Type.Boolean({ description: 'Whether the outlet has a PIN.', examples: [true] })

export const Outlet = Type.Object(
  {
    id: OutletId,
    ...outletFields,
    latitude: Type.Optional(Latitude),
    longitude: Type.Optional(Longitude),
    hasPin,
  },
  { title: 'Outlet', description: '`latitude` and `longitude` are absent if the outlet has no coordinates.' },
)
