import { routesOf } from '../define-route.ts'
import { Issue } from '../error-body.ts'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { Count, Like, Nullable, OneOf, Timestamp, Uuid } from '../shapes/fields.ts'
import { BulkJobId, RedemptionId } from '../shapes/ids.ts'
import { Type } from '../shapes/type.ts'
import { BULK_ACTIONS, BULK_OUTCOMES } from './bulk-names.ts'
import { REVIEW_OUTCOMES } from './redemptions.ts'
import { ById, CsvFile, Page, PageQuery } from './shapes.ts'

const action = OneOf(BULK_ACTIONS, {
  description: 'What happens to each record: redemptions, deliveries (RETRY_DELIVERY) or vouchers.',
  examples: ['REVIEW'],
})

const total = Like(Count, { description: 'The number of records.', examples: [412] })

export const BulkJob = Type.Object(
  {
    id: BulkJobId,
    action,
    reviewOutcome: Nullable(
      OneOf(REVIEW_OUTCOMES, {
        description: 'What a REVIEW decides. Null for another action.',
        examples: ['ACCEPTED'],
      }),
    ),
    startedBy: Type.String({ description: 'Who started it.', examples: ['Aina Rahman'] }),
    state: OneOf(['RUNNING', 'DONE', 'CANCELLED', 'FAILED'], { examples: ['RUNNING'] }),
    total,
    done: Like(Count, { description: 'The records that have an outcome.', examples: [180] }),
    succeeded: Like(Count, { examples: [177] }),
    requested: Like(Count, {
      description: 'A request for approval waits for a second person.',
      examples: [0],
    }),
    refused: Like(Count, { description: 'A single call would have returned an error.', examples: [3] }),
    failed: Like(Count, { description: 'An unexpected error; the log has it.', examples: [0] }),
    cancelled: Like(Count, { description: 'Left as they were, because the job ended early.', examples: [0] }),
    createdAt: Timestamp,
    finishedAt: Like(Nullable(Timestamp), { examples: [null] }),
    error: Like(Nullable(Type.String()), {
      description: 'Why the job ended before its last record; null unless it failed.',
      examples: [null],
    }),
  },
  { title: 'BulkJob' },
)

const outcome = OneOf(BULK_OUTCOMES, {
  description:
    'DONE also for a record that was in the wanted state before. REQUESTED if the change needs an approval.',
  examples: ['DONE'],
})

export const BulkResult = Type.Object(
  {
    id: Like(Uuid, { description: 'The id of the result.' }),
    recordId: Like(RedemptionId, { description: 'The id of the record.' }),
    recordName: Nullable(
      Type.String({
        description: 'Its name as of today. Null if the caller cannot see the record.',
        examples: ['Free kopi · Kopi Corner Suria'],
      }),
    ),
    outcome,
    error: Nullable(
      OneOf(Object.keys(ERRORS) as ErrorCode[], {
        description: 'The error code that a single call would have returned. Null unless REFUSED or FAILED.',
        examples: ['voucher_incomplete'],
      }),
    ),
    issues: Type.Array(Issue, { description: 'What was wrong, as in the error of a single call.' }),
    doneAt: Like(Nullable(Timestamp), { description: 'Null while it is PENDING.' }),
  },
  { title: 'BulkResult' },
)

const OWN = 'Only the jobs of the caller. Admins may read and cancel every job by its id.'

/** The action decides further: a role may do in bulk what it may do in a single call. */
export const BULK_ROLES = ['admin', 'support', 'merchant', 'partner', 'partner-support'] as const
export const BULK_READERS = ['viewer', ...BULK_ROLES] as const

const defineRoute = routesOf('admin', 'Bulk')

export const listBulk = defineRoute({
  id: 'listBulk',
  method: 'GET',
  path: '/admin/bulk',
  summary: 'List your own bulk jobs of the last 30 days, newest first',
  query: Type.Object(PageQuery),
  responses: { 200: { description: 'A page of results.', body: Page(BulkJob) } },
  roles: BULK_READERS,
})

export const getBulk = defineRoute({
  id: 'getBulk',
  method: 'GET',
  path: '/admin/bulk/{id}',
  summary: 'Get a bulk job with its progress',
  description: OWN,
  params: ById,
  responses: { 200: { description: 'The job.', body: BulkJob } },
  errors: ['not_found'],
  roles: BULK_READERS,
})

const resultFilters = { outcome: Type.Optional(outcome) }

export const listBulkResults = defineRoute({
  id: 'listBulkResults',
  method: 'GET',
  path: '/admin/bulk/{id}/results',
  summary: 'List the result for each record of a bulk job',
  description: `In the order of the work. ${OWN}`,
  params: ById,
  query: Type.Object({ ...resultFilters, ...PageQuery }),
  responses: { 200: { description: 'A page of results.', body: Page(BulkResult) } },
  errors: ['not_found'],
  roles: BULK_READERS,
})

export const exportBulkResults = defineRoute({
  id: 'exportBulkResults',
  method: 'GET',
  path: '/admin/bulk/{id}/results.csv',
  summary: 'Export the result for each record of a bulk job as CSV',
  description: OWN,
  params: ById,
  query: Type.Object(resultFilters),
  timeoutMs: 60 * 60 * 1000,
  responses: {
    200: CsvFile(
      'recordId,recordName,outcome,error,issues,doneAt',
      '0199a7f9-e4a0-7d17-9e28-b3c60f75a106,"Free kopi · Kopi Corner Suria",DONE,,,2026-11-15T08:30:00.000Z',
    ),
  },
  errors: ['not_found'],
  roles: BULK_READERS,
})

export const cancelBulk = defineRoute({
  id: 'cancelBulk',
  method: 'POST',
  path: '/admin/bulk/{id}/cancel',
  summary: 'Cancel a bulk job',
  description: `Records that are done stay done. Safe to repeat. ${OWN}`,
  params: ById,
  responses: { 200: { description: 'The job.', body: BulkJob } },
  errors: ['not_found'],
  roles: BULK_ROLES,
})
