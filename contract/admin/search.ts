import { routesOf } from '../define-route.ts'
import { Like, Nullable, OneOf } from '../shapes/fields.ts'
import { MerchantId, PartnerId, RedemptionId, UserId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { DELIVERY_STATES } from './deliveries.ts'
import { VOUCHER_STATUSES } from './vouchers.ts'

export const SEARCH_TYPES = [
  'user',
  'redemption',
  'merchant',
  'voucher',
  'partner',
  'delivery',
  'request',
] as const

const ofRecord = 'The id that a link to the record may need; null if the record has none.'

export const SearchHit = Type.Object(
  {
    type: OneOf(SEARCH_TYPES, { examples: ['redemption'] }),
    id: Like(RedemptionId, { description: 'The id of the record.' }),
    title: Type.String({ description: 'Plain text, without markup.', examples: ['Free kopi'] }),
    subtitle: Type.String({
      description:
        'Distinguishes records with the same title. For users, redemptions, deliveries and requests it starts ' +
        'with the partner, except for a merchant’s key.',
      examples: ['Acme Pay · user-42 · Kopi Corner Suria · 7K3M-Q2XD-9RTV'],
    }),
    state: Nullable(
      OneOf([...VOUCHER_STATUSES, ...DELIVERY_STATES], {
        description: 'The state of a voucher or of a delivery; null for other records.',
      }),
    ),
    merchantId: Like(Nullable(MerchantId), { description: ofRecord }),
    partnerId: Like(Nullable(PartnerId), { description: ofRecord }),
    userId: Like(Nullable(UserId), { description: ofRecord }),
  },
  { title: 'SearchHit' },
)

const defineRoute = routesOf('admin', 'Search')

export const searchRecords = defineRoute({
  id: 'searchRecords',
  method: 'GET',
  path: '/admin/search',
  summary: 'Search all records that you may see',
  description:
    'Finds users by external id, e-mail, phone and name; redemptions by their dispensed code, in full; merchants, ' +
    'vouchers and partners by name; and every record by its id, deliveries by their event id, failed requests by their ' +
    'request id. Returns at most 5 records of each type, newest first.',
  query: Type.Object({
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Search text. Case-insensitive.',
      examples: ['user-42'],
    }),
    partnerId: Type.Optional(
      Like(PartnerId, {
        description: 'Only this partner, and its users, redemptions, deliveries and requests.',
      }),
    ),
  }),
  responses: {
    200: { description: 'The records found.', body: Type.Object({ items: Type.Array(SearchHit) }) },
  },
  roles: ['admin', 'support', 'viewer', 'merchant', 'partner'],
})
