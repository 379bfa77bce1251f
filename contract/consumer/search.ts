import { routesOf } from '../define-route.ts'
import { Count, CountryCode, ImagePath, Like, OneOf } from '../shapes/fields.ts'
import { MerchantId, VoucherId } from '../shapes/ids.ts'
import { Merchant, merchantFields } from '../shapes/merchant.ts'
import { Outlet, outletFields } from '../shapes/outlet.ts'
import { LANGUAGE_NOTE, LanguageQuery } from '../shapes/translations.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { BOTH_OR_NEITHER, CategoryQuery, PositionQuery } from './shapes.ts'

const MATCHED_FIELDS = [
  'name',
  'title',
  'city',
  'category',
  'description',
  'addressLine',
  'state',
  'postalCode',
  'merchantName',
] as const

export type MatchedField = (typeof MATCHED_FIELDS)[number]

export const TextMatch = Type.Object(
  {
    field: OneOf(MATCHED_FIELDS, {
      description:
        'The field that matches. `category` is the name of the merchant’s category or of one of its sub-categories.',
    }),
    text: Type.String({
      description:
        'The text of the field without markup, in the language in which it matches. This may be another language ' +
        'than that of the response.',
      examples: ['Kopi Corner'],
    }),
    ranges: Type.Array(
      Type.Object({
        start: Like(Count, { examples: [0] }),
        end: Like(Count, { description: 'The position after the last character.', examples: [4] }),
      }),
      { description: 'The words that match, as positions in `text`, counted in UTF-16 code units.' },
    ),
  },
  { title: 'TextMatch' },
)

const found = {
  distanceMeters: Merchant.properties.distanceMeters,
  matches: Type.Array(TextMatch, {
    description: 'Where the words match: the fewest fields that contain all of them.',
  }),
}

const merchant = {
  merchantId: MerchantId,
  merchantName: Like(merchantFields.name, { description: 'The name of its merchant.' }),
}

const FoundMerchant = Type.Object({ ...Merchant.properties, ...found }, { title: 'FoundMerchant' })

const FoundVoucher = Type.Object(
  {
    id: VoucherId,
    ...merchant,
    title: voucherFields.title,
    imagePath: ImagePath,
    validUntil: voucherFields.validUntil,
    ...found,
  },
  {
    title: 'FoundVoucher',
    description: 'Its distance is that of the nearest active outlet that accepts it.',
  },
)

const FoundOutlet = Type.Object({ ...Outlet.properties, ...merchant, ...found }, { title: 'FoundOutlet' })

const FoundCity = Type.Object(
  {
    name: outletFields.city,
    countryCode: CountryCode,
    outletCount: Like(Count, { description: 'How many active outlets the user can see there.' }),
    ...found,
  },
  { title: 'FoundCity', description: 'The distance is to the nearest outlet there.' },
)

export const FoundInCatalog = Type.Object(
  {
    merchants: Type.Array(FoundMerchant),
    vouchers: Type.Array(FoundVoucher, { description: 'Live vouchers only.' }),
    outlets: Type.Array(FoundOutlet),
    cities: Type.Array(FoundCity),
  },
  { title: 'FoundInCatalog', description: 'What a search found, the best of each kind first.' },
)

const defineRoute = routesOf('consumer', 'Browse')

export const searchCatalog = defineRoute({
  id: 'searchCatalog',
  method: 'GET',
  path: '/search',
  summary: 'Search merchants, vouchers, outlets and cities',
  description:
    'Finds what the user can see in the catalog. Every word of `q` must match: a whole word, the beginning of one, or ' +
    'a word with one typing error (two from 8 letters; none in words of less than 4 letters, in numbers and in ' +
    'Chinese). Texts match in every language that they have. Case and accents do not matter. Results are ranked in ' +
    'this order: whole words, beginnings, typing errors. Names, titles and cities come before other texts, and then, ' +
    `with a position, the nearest. At most 10 of each kind are returned. ${LANGUAGE_NOTE}`,
  query: Type.Object(
    {
      q: Type.String({
        pattern: '^\\s*\\S(?:[\\s\\S]{0,98}\\S)?\\s*$',
        description: '1 to 100 characters, not counting spaces at both ends',
        examples: ['kopi ipoh'],
      }),
      ...CategoryQuery,
      ...PositionQuery,
      ...LanguageQuery,
    },
    BOTH_OR_NEITHER,
  ),
  responses: {
    200: { description: 'What was found.', body: FoundInCatalog },
    304: { description: 'Not modified.', body: null },
  },
})
