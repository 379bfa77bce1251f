import type { Static, TObject } from 'typebox'
import { SentenceFacts } from './admin/facts.ts'
import { CODE_REDEMPTION_REFUSALS, type ErrorCode } from './errors.ts'
import {
  AnyObject,
  Count,
  CycleKey,
  LaterTimestamp,
  Like,
  Nullable,
  OneOf,
  Timestamp,
} from './shapes/fields.ts'
import { StatementMonth } from './shapes/month.ts'
import { Type } from './shapes/type.ts'

export const Issue = Type.Object(
  {
    path: Type.String({
      description: 'JSON pointer to the invalid part of the request.',
      examples: ['/pin'],
    }),
    message: Type.String({ examples: ['must be exactly 4 digits, 0 to 9'] }),
    facts: Type.Optional(
      Like(SentenceFacts, {
        description: 'The same as data, without words. The console writes it in the language of the reader.',
        examples: [{ sentence: 'issue.form', details: { form: { type: 'CODE', value: 'pin' } } }],
      }),
    ),
  },
  { title: 'Issue' },
)

/** The body of every error response. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({
      description:
        'The error code. Branch on it, and handle codes that are not listed: new ones may be added.',
    }),
    details: Type.Optional(AnyObject({ description: 'More information, for the codes that have some.' })),
    issues: Type.Optional(Type.Array(Issue, { description: 'Every problem found in the request.' })),
  },
  { title: 'Error' },
)

export type ErrorBody = Static<typeof ErrorBody>

const used = Like(Count, { examples: [2] })

/** The schema of `details`, for the codes that carry them. */
export const ERROR_DETAILS = {
  maintenance: Type.Object({
    until: Nullable(LaterTimestamp),
    message: Nullable(Type.String({ examples: ['We are moving to a new data center.'] })),
    retryAfterSeconds: Type.Integer({ minimum: 1, examples: [600] }),
  }),
  clock_backwards: Type.Object({ newestRecordAt: Timestamp }),
  rate_limited: Type.Object(
    {
      retryAfterSeconds: Type.Integer({ minimum: 1 }),
      limit: Type.Optional(
        OneOf(['partner'], {
          description: 'Present if the partner was at its limit of requests per minute.',
        }),
      ),
    },
    { examples: [{ retryAfterSeconds: 37 }] },
  ),
  too_many_sign_ins: Type.Object({ retryAfterSeconds: Type.Integer({ minimum: 1, examples: [60] }) }),
  too_far: Type.Object({
    distanceMeters: Type.Number({ examples: [412.3] }),
    maxMeters: Type.Number({ examples: [150] }),
  }),
  voucher_not_yet_applicable: Type.Object({ applicableFrom: Timestamp }),
  voucher_no_longer_applicable: Type.Object({ applicableUntil: LaterTimestamp }),
  limit_reached: Type.Object({ limit: used, used, cycleKey: CycleKey }),
  global_cap_reached: Type.Object({
    cap: Like(Count, { examples: [500] }),
    used: Like(Count, { examples: [500] }),
    cycleKey: CycleKey,
  }),
  confirmation_refused: Type.Object({
    refusal: OneOf(CODE_REDEMPTION_REFUSALS, { examples: ['limit_reached'] }),
    refusedAt: Timestamp,
    details: Nullable(
      AnyObject({
        description: 'The `details` of the refusal.',
        examples: [{ limit: 2, used: 2, cycleKey: '2026-11' }],
      }),
    ),
  }),
  approval_decided: Type.Object({
    state: OneOf(['APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'], { examples: ['APPROVED'] }),
  }),
  month_not_over: Type.Object({ closableAt: LaterTimestamp }),
  earlier_month_open: Type.Object({ month: Like(StatementMonth, { examples: ['2026-10'] }) }),
  selection_changed: Type.Object({ total: Like(Count, { examples: [418] }) }),
  image_quota_reached: Type.Object({
    unit: OneOf(['images', 'bytes']),
    limit: Like(Count, { examples: [1000] }),
    used: Like(Count, { examples: [1000] }),
  }),
  image_too_large: Type.Object({
    pixels: Like(Count, { examples: [80_000_000] }),
    maxPixels: Like(Count, { examples: [50_000_000] }),
  }),
  publication_limit_reached: Type.Object({
    limit: Like(Count, { examples: [20] }),
    used: Like(Count, { examples: [20] }),
    retryAfterSeconds: Type.Integer({ minimum: 1, examples: [840] }),
  }),
} as const satisfies Partial<Record<ErrorCode, TObject>>

/** Codes whose error body carries `issues`. */
export const CODES_WITH_ISSUES: readonly ErrorCode[] = ['validation_failed', 'voucher_incomplete']
