import { routesOf } from '../define-route.ts'
import { Count, Like, OneOf, Optionals, Uuid } from '../shapes/fields.ts'
import { Strict } from '../shapes/strict.ts'
import { Type } from '../shapes/type.ts'
import { BULK_READERS, BULK_ROLES, BulkJob } from './bulk-jobs.ts'
import { DELIVERY_STATES, deliveryFilters, UNDELIVERED } from './deliveries.ts'
import { redemptionFilters, reviewRedemption, voidRedemption } from './redemptions.ts'
import { VOUCHER_STATES, voucherFilters } from './voucher-list.ts'

export const MAX_BULK_ROWS = 100_000

const { action, total } = BulkJob.properties

const filter = Strict(
  {
    ...deliveryFilters,
    ...voucherFilters,
    ...redemptionFilters,
    state: Type.Optional(
      OneOf([...DELIVERY_STATES, UNDELIVERED, ...VOUCHER_STATES], {
        description: 'Of deliveries or of vouchers.',
        examples: ['UNDELIVERED'],
      }),
    ),
  },
  {
    title: 'BulkFilter',
    description: 'A filter of the list of these records, by the names of its query.',
    examples: [{ status: 'FLAGGED', reviewed: false }],
  },
)

const BulkRequest = Strict(
  {
    action,
    ids: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MAX_BULK_ROWS,
        description: 'The records. Either `ids` or `filter`.',
        examples: [['0199a7f9-e4a0-7d17-9e28-b3c60f75a106']],
      }),
    ),
    filter: Type.Optional(filter),
    expectedTotal: Type.Optional(
      Like(Count, {
        description: 'With `filter`: nothing happens unless it matches exactly so many records.',
        examples: [412],
      }),
    ),
    ...Optionals({
      outcome: Like(reviewRedemption.body.properties.outcome, {
        description: 'For REVIEW.',
        examples: ['ACCEPTED'],
      }),
      note: Like(reviewRedemption.body.properties.note, {
        description: 'For REVIEW and REJECT_AND_VOID. May be left out.',
        examples: ['The outlet confirmed the visits by phone.'],
      }),
      reason: Like(voidRedemption.body.properties.reason, { description: 'For VOID and REJECT_AND_VOID.' }),
    }),
  },
  {
    title: 'BulkRequest',
    examples: [
      {
        action: 'REVIEW',
        filter: { status: 'FLAGGED', reviewed: false },
        expectedTotal: 412,
        outcome: 'ACCEPTED',
      },
    ],
  },
)

const defineRoute = routesOf('admin', 'Bulk')

export const startBulk = defineRoute({
  id: 'startBulk',
  method: 'POST',
  path: '/admin/bulk',
  summary: 'Start an action on many records',
  description:
    'The records are fixed at the start: those of `ids`, or those that `filter` matches then, at most 100,000. A worker ' +
    'applies the action to one after the other, with the rights that the caller has at that moment, and as a single call ' +
    'would. A crash repeats nothing. If the caller loses the right to act, the job ends.',
  body: BulkRequest,
  bodyLimitBytes: 5 * 1024 * 1024,
  timeoutMs: 2 * 60 * 1000,
  responses: { 202: { description: 'Started.', body: BulkJob } },
  errors: ['selection_changed'],
  roles: BULK_ROLES,
})

export const countBulk = defineRoute({
  id: 'countBulk',
  method: 'POST',
  path: '/admin/bulk/count',
  summary: 'Count the records that a filter matches, exactly',
  body: Strict({ action, filter }, { title: 'BulkCountRequest' }),
  readsOnly: true,
  timeoutMs: 2 * 60 * 1000,
  responses: { 200: { description: 'The number.', body: Type.Object({ total }, { title: 'BulkCount' }) } },
  roles: BULK_READERS,
})
