import { routesOf } from '../define-route.ts'
import { Issue } from '../error-body.ts'
import {
  Count,
  ImagePath,
  LaterTimestamp,
  Like,
  Nullable,
  OneOf,
  Optionals,
  Timestamp,
} from '../shapes/fields.ts'
import { MerchantId, VoucherId } from '../shapes/ids.ts'
import { RedemptionValue } from '../shapes/redemption-value.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields, voucherTranslations } from '../shapes/voucher.ts'
import { SENT_FOR_APPROVAL } from './approvals.ts'
import { ById, Changes, IfMatch, Page, PageQuery, SearchQuery, versionedFields } from './shapes.ts'

export const VOUCHER_STATUSES = ['DRAFT', 'PUBLISHED', 'UNPUBLISHED'] as const

/** A draft may lack an image; a live voucher always has one. */
const fields = {
  ...voucherFields,
  imagePath: Nullable(ImagePath),
  redemptionValue: Nullable(RedemptionValue),
  translations: voucherTranslations,
}

export const ScheduleFailure = Type.Object(
  {
    at: Timestamp,
    publishAt: Timestamp,
    issues: Type.Array(Issue),
  },
  { title: 'ScheduleFailure' },
)

export const AdminVoucher = Type.Object(
  {
    id: VoucherId,
    merchantId: MerchantId,
    ...fields,
    status: OneOf(VOUCHER_STATUSES, {
      description: 'A DRAFT becomes PUBLISHED. After that, a voucher is either PUBLISHED or UNPUBLISHED.',
      examples: ['PUBLISHED'],
    }),
    publishedAt: Nullable(Like(Timestamp, { description: 'When it was first published.' })),
    publishAt: Like(Nullable(LaterTimestamp), {
      description:
        'When it is published by itself. Null: by hand only, or it is PUBLISHED. Publication by hand removes the time.',
      examples: [null],
    }),
    unpublishAt: Like(Nullable(LaterTimestamp), {
      description:
        'When it is unpublished by itself, if it is PUBLISHED then. Unpublishing by hand removes the time.',
      examples: [null],
    }),
    scheduleFailure: Like(Nullable(ScheduleFailure), {
      description:
        'Why it was not published at its time. The time is removed, and nothing is tried again. Null once somebody ' +
        'changes the voucher or its schedule.',
      examples: [null],
    }),
    ...versionedFields,
  },
  { title: 'AdminVoucher' },
)

export const PublishedVoucher = Type.Object(
  {
    ...AdminVoucher.properties,
    eventsEnqueued: Like(Count, {
      description: 'How many VOUCHER_PUBLISHED events this publication emits: 0 after the first publication.',
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
      'Defaults: codeSource NONE, claimFlow WALLET, favoritesOnly false, redemptionCount 1, cycle ONE_TIME, ' +
      'translations empty, all other fields null. Only admins can set redemptionValue.',
  },
)

const defineRoute = routesOf('admin', 'Vouchers')

export const createVoucher = defineRoute({
  id: 'createVoucher',
  method: 'POST',
  path: '/admin/merchants/{id}/vouchers',
  summary: 'Create a draft voucher',
  params: ById,
  body: NewVoucher,
  responses: { 201: { description: 'Created, as a DRAFT.', body: AdminVoucher } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
})

export const listVouchers = defineRoute({
  id: 'listVouchers',
  method: 'GET',
  path: '/admin/merchants/{id}/vouchers',
  summary: 'List a merchant’s vouchers, newest first',
  params: ById,
  query: Type.Object({ ...PageQuery, ...SearchQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(AdminVoucher) } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const getVoucher = defineRoute({
  id: 'getVoucher',
  method: 'GET',
  path: '/admin/vouchers/{id}',
  summary: 'Get a voucher',
  params: ById,
  responses: { 200: { description: 'The voucher.', body: AdminVoucher } },
  errors: ['not_found'],
  roles: ['admin', 'support', 'viewer', 'merchant'],
})

export const updateVoucher = defineRoute({
  id: 'updateVoucher',
  method: 'PATCH',
  path: '/admin/vouchers/{id}',
  summary: 'Update a voucher',
  description:
    'codeSource, claimFlow and cycle cannot change after the first publication. Lowering a limit or cap does not ' +
    'undo past redemptions. Only admins can change redemptionValue: each redemption keeps the value of its moment.',
  params: ById,
  headers: IfMatch,
  body: Changes(fields),
  responses: { 200: { description: 'The updated voucher.', body: AdminVoucher }, 202: SENT_FOR_APPROVAL },
  errors: ['not_found', 'version_conflict', 'voucher_published', 'voucher_incomplete'],
  roles: ['admin', 'merchant'],
})

export const publishVoucher = defineRoute({
  id: 'publishVoucher',
  method: 'POST',
  path: '/admin/vouchers/{id}/publish',
  summary: 'Publish a voucher',
  description:
    'The first publication emits VOUCHER_PUBLISHED for every user who has the merchant among their favorites. Safe ' +
    'to repeat. Merchant keys have an hourly limit of publications.',
  params: ById,
  timeoutMs: 10 * 60 * 1000,
  responses: { 200: { description: 'Published.', body: PublishedVoucher }, 202: SENT_FOR_APPROVAL },
  errors: ['not_found', 'voucher_incomplete', 'publication_limit_reached'],
  roles: ['admin', 'merchant'],
})

export const unpublishVoucher = defineRoute({
  id: 'unpublishVoucher',
  method: 'POST',
  path: '/admin/vouchers/{id}/unpublish',
  summary: 'Unpublish a voucher',
  description: 'Claims remain, but cannot be redeemed. Safe to repeat. A DRAFT stays a DRAFT.',
  params: ById,
  responses: { 200: { description: 'The voucher, which is not live.', body: AdminVoucher } },
  errors: ['not_found'],
  roles: ['admin', 'merchant'],
})
