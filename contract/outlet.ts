import Type from 'typebox'
import { CountryCode, Latitude, Longitude, Text } from './fields.ts'
import { OutletId } from './ids.ts'

/** What anybody may know of an outlet, but for its position. The PIN is in no answer. */
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

export const hasPin = Type.Boolean({ description: 'Whether a PIN is set.', examples: [true] })

export const Outlet = Type.Object(
  {
    id: OutletId,
    ...outletFields,
    latitude: Type.Optional(Latitude),
    longitude: Type.Optional(Longitude),
    hasPin,
  },
  { title: 'Outlet', description: '`latitude` and `longitude` are absent when the outlet has no position.' },
)
