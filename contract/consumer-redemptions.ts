import Type from 'typebox'
import { ListQuery, PAGED } from './consumer-shapes.ts'
import { Preview, PreviewRequest, REDEMPTION_REFUSALS, Redemption, RedemptionRequest } from './redemption.ts'
import { defineRoute } from './route.ts'

const tag = 'Redemption'
const surface = 'consumer'

export const listMyRedemptions = defineRoute({
  id: 'listMyRedemptions',
  method: 'GET',
  path: '/me/redemptions',
  surface,
  tag,
  summary: 'List the user’s redemptions, newest first',
  description: PAGED,
  query: Type.Object(ListQuery),
  answers: { 200: { description: 'The redemptions, FLAGGED ones included.', body: Type.Array(Redemption) } },
  errors: ['user_not_found'],
})

export const redeemVoucher = defineRoute({
  id: 'redeemVoucher',
  method: 'POST',
  path: '/me/redemptions',
  surface,
  tag,
  summary: 'Redeem a voucher at an outlet',
  description: [
    'All or nothing: on a refusal nothing is written and no code is dispensed. Emits REDEMPTION_CREATED.',
    'Checks run in one order, and the first that fails is the answer: the schema, ' +
      `${REDEMPTION_REFUSALS.map((code) => `\`${code}\``).join(', ')}.`,
    'With a position within 150 m of the outlet, or at an outlet that has no position, the status is ' +
      'SUCCESS; without a position it is FLAGGED.',
    'At most 5 attempts per user in 60 seconds, refused ones included. After 10 wrong PINs of a user ' +
      'at an outlet within 24 hours, that user is refused there for an hour.',
    'After 20 wrong PINs at an outlet within 10 minutes by users who have never redeemed there, such users must send ' +
      'coordinates within 150 m before their PIN is looked at: without them the answer is `rate_limited`, farther ' +
      'away `too_far`, both before `invalid_pin`. This ends when an hour has passed without another wrong PIN of theirs.',
    'Send an `Idempotency-Key` and a lost answer can be asked for again: for 24 hours the same key ' +
      'with the same body gets the same answer, whatever its PIN, and no attempt is counted.',
  ].join('\n\n'),
  headers: Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,255}$',
        description: '1 to 255 visible ASCII characters',
        examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
      }),
    ),
  }),
  body: RedemptionRequest,
  answers: { 201: { description: 'Redeemed.', body: Redemption } },
  errors: ['user_not_found', ...REDEMPTION_REFUSALS],
})

export const previewRedemption = defineRoute({
  id: 'previewRedemption',
  method: 'POST',
  path: '/me/redemptions/preview',
  surface,
  tag,
  summary: 'Ask whether a redemption would succeed',
  description: 'Needs no PIN, counts no attempt and changes nothing.',
  body: PreviewRequest,
  answers: { 200: { description: 'What a redemption would meet now.', body: Preview } },
  errors: ['user_not_found', 'voucher_not_found', 'voucher_out_of_scope'],
})
