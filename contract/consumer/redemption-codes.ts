import { COUNTER_CODE_PATTERN, DIGITS_PATTERN } from '../counter/code-pattern.ts'
import { routesOf } from '../define-route.ts'
import { CODE_REDEMPTION_REFUSALS } from '../errors.ts'
import { IntentId } from '../shapes/ids.ts'
import { RedemptionRequest } from '../shapes/redemption.ts'
import { Type } from '../shapes/type.ts'
import { IdempotencyKey } from './redemptions.ts'

/** The phone requests the next code after this time. A code is valid for twice as long. */
export const REFRESH_SECONDS = 30

const { pin: _, ...fields } = RedemptionRequest.properties

export const RedemptionCodeRequest = Type.Object(fields, {
  title: 'RedemptionCodeRequest',
  additionalProperties: false,
  dependentRequired: { consumerLat: ['consumerLng'], consumerLng: ['consumerLat'] },
})

export const RedemptionCode = Type.Object(
  {
    id: IntentId,
    code: Type.String({
      pattern: COUNTER_CODE_PATTERN,
      description: 'The text of the QR code.',
      examples: ['CF17K3MQ2XD9RTV7K3MQ2XD9RTV7K'],
    }),
    digits: Type.String({
      pattern: DIGITS_PATTERN,
      description: 'To read out if nothing can scan the code.',
      examples: ['048213'],
    }),
    refreshInSeconds: Type.Integer({
      description: 'Request the next code after this time, with the same key.',
      examples: [REFRESH_SECONDS],
    }),
  },
  { title: 'RedemptionCode' },
)

const defineRoute = routesOf('consumer', 'Redemption')

export const issueRedemptionCode = defineRoute({
  id: 'issueRedemptionCode',
  method: 'POST',
  path: '/me/redemption-codes',
  summary: 'Get a code that a device of the outlet confirms',
  description: [
    'For outlets whose `redeemBy` is QR or BOTH. Show `code` as a QR code with `digits` below it, and request the next ' +
      'code every 30 seconds. A code is valid for 60 seconds by our clock; the newest two work.',
    'The `Idempotency-Key` names the intent: use the key that you would send with `POST /me/redemptions`. With another ' +
      'key, the codes of the last intent end. Code and PIN with the same key give one redemption. ' +
      '`GET /me/redemptions/by-key/{key}` finds it, or the reason why the counter was refused.',
    'Refused like a redemption, so that nobody shows a code that cannot work. Counts no attempt: the confirmation ' +
      'at the counter does. A user gets at most 20 codes a minute. The position of the last request decides.',
  ].join('\n\n'),
  headers: Type.Object({ 'idempotency-key': IdempotencyKey }),
  body: RedemptionCodeRequest,
  responses: { 201: { description: 'The next code.', body: RedemptionCode } },
  errors: ['user_not_found', 'idempotency_key_reused', 'code_used', ...CODE_REDEMPTION_REFUSALS],
})
