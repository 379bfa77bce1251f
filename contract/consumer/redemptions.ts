import { routesOf } from '../define-route.ts'
import { REDEMPTION_REFUSALS } from '../errors.ts'
import { Preview, PreviewRequest, Redemption, RedemptionRequest } from '../shapes/redemption.ts'
import { LANGUAGE_NOTE, LanguageQuery } from '../shapes/translations.ts'
import { Type } from '../shapes/type.ts'
import { ListQuery, PAGING_NOTE } from './shapes.ts'

const defineRoute = routesOf('consumer', 'Redemption')

export const IdempotencyKey = Type.String({
  pattern: '^[\\x21-\\x7e]{1,255}$',
  description: '1 to 255 visible ASCII characters',
  examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
})

export const listMyRedemptions = defineRoute({
  id: 'listMyRedemptions',
  method: 'GET',
  path: '/me/redemptions',
  summary: 'List the user’s redemptions, newest first',
  description:
    '`voucherTitle` and `outletName` are the texts at the time of the redemption. They are translated as long as the ' +
    `voucher and the outlet still have these texts. ${LANGUAGE_NOTE} ${PAGING_NOTE}`,
  query: Type.Object({ ...ListQuery, ...LanguageQuery }),
  responses: {
    200: { description: 'The redemptions, including FLAGGED ones.', body: Type.Array(Redemption) },
  },
  errors: ['user_not_found', 'maintenance'],
})

export const redeemVoucher = defineRoute({
  id: 'redeemVoucher',
  method: 'POST',
  path: '/me/redemptions',
  summary: 'Redeem a voucher at an outlet',
  description: [
    'All or nothing: if the redemption is refused, nothing is written and no code is dispensed. A success emits ' +
      'REDEMPTION_CREATED.',
    'The checks run in a fixed order, and the first one that fails is returned: the schema, ' +
      `${REDEMPTION_REFUSALS.map((code) => `\`${code}\``).join(', ')}.`,
    'The status is SUCCESS if the device is within 150 m of the outlet, or if the outlet has no coordinates. It is ' +
      'FLAGGED if the request has no coordinates.',
    'A user has 5 attempts per 60 seconds, including refused ones. After 10 wrong PINs at one outlet within 24 hours, ' +
      'the user is locked out of that outlet for an hour.',
    'After 20 wrong PINs at an outlet within 10 minutes by users who have never redeemed there, the outlet is ' +
      'defended: such users must send coordinates within 150 m before their PIN is checked. Without coordinates they ' +
      'get `rate_limited`, from farther away `too_far`, both before `invalid_pin`. The defense ends an hour after the ' +
      'last wrong PIN of such a user.',
    'Send an `Idempotency-Key` to retry safely after a lost response. For 24 hours, the same key with the same body ' +
      'returns the same response, whatever the PIN, and no attempt is counted. Texts are in the language of ' +
      'the new request. `GET /me/redemptions/by-key/{key}` finds the redemption of a key without a PIN.',
    LANGUAGE_NOTE,
  ].join('\n\n'),
  query: Type.Object(LanguageQuery),
  headers: Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) }),
  body: RedemptionRequest,
  responses: { 201: { description: 'Redeemed.', body: Redemption } },
  errors: ['user_not_found', 'maintenance', ...REDEMPTION_REFUSALS],
  worksInMaintenance: true,
})

export const viewRedemptionByKey = defineRoute({
  id: 'viewRedemptionByKey',
  method: 'GET',
  path: '/me/redemptions/by-key/{key}',
  summary: 'Find the redemption of an Idempotency-Key',
  description: [
    'Use it if the response was lost, for example because the page was reloaded. It needs no PIN, counts as no ' +
      'attempt and changes nothing. A key is found for 24 hours after its redemption, and only by the user who ' +
      'sent it. ' +
      'Percent-encode the key.',
    '404 `not_found` means that the key has redeemed nothing yet. A request with this key may still be running: repeat ' +
      'it with the same key and body. 30 seconds after it was sent, the service has finished or dropped it, and ' +
      '`not_found` is final.',
    '409 `confirmation_refused` means that a device of the outlet confirmed a code of this key, and that the redemption ' +
      'was refused. Compare `refusedAt`: it stays the same until the next confirmation.',
    `\`voucherTitle\` and \`outletName\` are as in the list of redemptions. ${LANGUAGE_NOTE}`,
  ].join('\n\n'),
  params: Type.Object({ key: IdempotencyKey }),
  query: Type.Object({ ...LanguageQuery }),
  responses: { 200: { description: 'The redemption.', body: Redemption } },
  errors: ['user_not_found', 'not_found', 'confirmation_refused', 'maintenance'],
})

export const previewRedemption = defineRoute({
  id: 'previewRedemption',
  method: 'POST',
  path: '/me/redemptions/preview',
  readsOnly: true,
  summary: 'Check whether a redemption would succeed',
  description: 'Needs no PIN, counts as no attempt and changes nothing.',
  body: PreviewRequest,
  responses: { 200: { description: 'The result a redemption would have now.', body: Preview } },
  errors: ['user_not_found', 'maintenance', 'voucher_not_found', 'voucher_out_of_scope'],
})
