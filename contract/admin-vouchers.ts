import Type from 'typebox'
import { ById, Changes, IfMatch, Page, PageQuery, Recorded, SearchQuery, Strict } from './admin-shapes.ts'
import { Count, ImagePath, Like, Nullable, OneOf, Optionals, Timestamp } from './fields.ts'
import { MerchantId, VoucherId } from './ids.ts'
import { defineRoute } from './route.ts'
import { voucherFields } from './voucher.ts'

export const VOUCHER_STATUSES = ['DRAFT', 'PUBLISHED', 'UNPUBLISHED'] as const

/** A draft may still want an image; a live voucher has one. */
const fields = { ...voucherFields, imagePath: Nullable(ImagePath) }

export const AdminVoucher = Type.Object(
  {
    id: VoucherId,
    merchantId: MerchantId,
    ...fields,
    status: OneOf(VOUCHER_STATUSES, {
      description: 'A DRAFT is published once and then goes between PUBLISHED and UNPUBLISHED.',
      examples: ['PUBLISHED'],
    }),
    publishedAt: Nullable(Like(Timestamp, { description: 'When it was first published.' })),
    ...Recorded,
  },
  { title: 'AdminVoucher' },
)

export const PublishedVoucher = Type.Object(
  {
    ...AdminVoucher.properties,
    eventsEnqueued: Like(Count, {
      description: 'VOUCHER_PUBLISHED events: 0 on any but the first time.',
      examples: [128],
    }),
  },
  { title: 'PublishedVoucher' },
)

const { title, ...optional } = fields

export const NewVoucher = Strict(
  { title, ...Optionals(optional) },
  {
    title: 'NewVoucher',
    description:
      'Left out: codeSource is NONE, claimFlow WALLET, favoritesOnly false, redemptionCount 1, cycle ' +
      'ONE_TIME, all else is null.',
  },
)

const tag = 'Vouchers'
const surface = 'admin'

export const createVoucher = defineRoute({
  id: 'createVoucher',
  method: 'POST',
  path: '/admin/merchants/{id}/vouchers',
  surface,
  tag,
  summary: 'Draft a voucher of a merchant',
  params: ById,
  body: NewVoucher,
  answers: { 201: { description: 'Created, as a DRAFT.', body: AdminVoucher } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
})

export const listVouchers = defineRoute({
  id: 'listVouchers',
  method: 'GET',
  path: '/admin/merchants/{id}/vouchers',
  surface,
  tag,
  summary: 'List the vouchers of a merchant, newest first',
  params: ById,
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  answers: { 200: { description: 'A page.', body: Page(AdminVoucher) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})

export const getVoucher = defineRoute({
  id: 'getVoucher',
  method: 'GET',
  path: '/admin/vouchers/{id}',
  surface,
  tag,
  summary: 'One voucher',
  params: ById,
  answers: { 200: { description: 'The voucher.', body: AdminVoucher } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'merchant'],
})

export const updateVoucher = defineRoute({
  id: 'updateVoucher',
  method: 'PATCH',
  path: '/admin/vouchers/{id}',
  surface,
  tag,
  summary: 'Change a voucher',
  description:
    'codeSource, claimFlow and cycle are fixed once it has been published. A lowered cap or quota ' +
    'undoes no redemption.',
  params: ById,
  headers: IfMatch,
  body: Changes(fields),
  answers: { 200: { description: 'The voucher as it is now.', body: AdminVoucher } },
  errors: ['not_found', 'version_conflict', 'voucher_published', 'voucher_incomplete'],
  roles: ['admin', 'merchant'],
})

export const publishVoucher = defineRoute({
  id: 'publishVoucher',
  method: 'POST',
  path: '/admin/vouchers/{id}/publish',
  surface,
  tag,
  summary: 'Publish a voucher',
  description:
    'The first publication sends VOUCHER_PUBLISHED to every user who has favorited the merchant. Safe ' +
    'to repeat. A merchant’s key can publish a number of times an hour.',
  params: ById,
  timeoutMs: 10 * 60 * 1000,
  answers: { 200: { description: 'Published.', body: PublishedVoucher } },
  errors: ['not_found', 'voucher_incomplete', 'publication_limit_reached'],
  roles: ['admin', 'merchant'],
})

export const unpublishVoucher = defineRoute({
  id: 'unpublishVoucher',
  method: 'POST',
  path: '/admin/vouchers/{id}/unpublish',
  surface,
  tag,
  summary: 'Unpublish a voucher',
  description: 'Claims remain and cannot be redeemed. Safe to repeat; a DRAFT stays one.',
  params: ById,
  answers: { 200: { description: 'The voucher, not live.', body: AdminVoucher } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
})
