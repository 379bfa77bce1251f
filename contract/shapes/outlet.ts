import {
  CountryCode,
  Latitude,
  Like,
  Longitude,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Timezone,
} from './fields.ts'
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

export const REDEEM_BY = ['PIN', 'QR', 'BOTH'] as const
export type RedeemBy = (typeof REDEEM_BY)[number]

export const redeemBy = OneOf(REDEEM_BY, {
  description:
    'How vouchers are redeemed here: PIN (staff enter it on the phone), QR (a device of the outlet scans a code that ' +
    'the phone shows) or BOTH.',
  examples: ['PIN'],
})

const opening = Type.Object(
  {
    isOpen: Type.Boolean({
      description: 'Whether the outlet was open when this was sent.',
      examples: [true],
    }),
    closesAt: Like(Nullable(Timestamp), {
      description: 'When it closes. Null if it is closed, or if it stays open for a week.',
      examples: ['2026-11-15T10:00:00.000Z'],
    }),
    opensAt: Like(Nullable(Timestamp), {
      description: 'When it opens. Null if it is open, or if it does not open within a week.',
      examples: [null],
    }),
    timezone: Like(Timezone, { description: 'The time zone of the outlet: show the times in it.' }),
  },
  {
    description:
      'Absent if the opening hours are unknown. For information: a voucher can be redeemed while the outlet is closed.',
  },
)

export const Outlet = Type.Object(
  {
    id: OutletId,
    ...outletFields,
    latitude: Type.Optional(Latitude),
    longitude: Type.Optional(Longitude),
    hasPin: Like(hasPin, { description: 'Whether vouchers can be redeemed by PIN here.' }),
    redeemBy: Type.Optional(
      Like(redeemBy, {
        description:
          'Absent if vouchers are redeemed by PIN. QR: a device of the outlet scans a code that the phone shows. BOTH: ' +
          'either.',
        examples: ['BOTH'],
      }),
    ),
    opening: Type.Optional(opening),
  },
  { title: 'Outlet', description: '`latitude` and `longitude` are absent if the outlet has no coordinates.' },
)
