import { routesOf } from '../define-route.ts'
import { REDEMPTION_REFUSALS, type RedemptionRefusal } from '../errors.ts'
import { Like, Nullable, OneOf } from '../shapes/fields.ts'
import { OutletId, UserId, VoucherId } from '../shapes/ids.ts'
import { outletFields } from '../shapes/outlet.ts'
import { Type } from '../shapes/type.ts'
import { voucherFields } from '../shapes/voucher.ts'
import { SentencesFacts } from './facts.ts'
import { ById } from './shapes.ts'

/** These depend on one request, not on the user, the voucher and the outlet. */
const OF_ONE_REQUEST = ['idempotency_key_reused', 'code_generation_failed'] as const

export type RuleCode = 'partner_disabled' | Exclude<RedemptionRefusal, (typeof OF_ONE_REQUEST)[number]>

/** In the order of the checks. A disabled partner is refused before the first of them. */
export const RULE_CODES: RuleCode[] = [
  'partner_disabled',
  ...REDEMPTION_REFUSALS.filter(
    (code): code is Exclude<RuleCode, 'partner_disabled'> =>
      !(OF_ONE_REQUEST as readonly string[]).includes(code),
  ),
]

const code = OneOf(RULE_CODES, { examples: ['no_claim'] })

export const Redeemability = Type.Object(
  {
    userId: UserId,
    voucherId: VoucherId,
    voucherTitle: Nullable(voucherFields.title),
    outletId: Nullable(OutletId),
    outletName: Nullable(outletFields.name),
    redeemable: Type.Boolean({
      description:
        'Whether a redemption with the right PIN, at the outlet, would succeed now. If the outlet takes codes only: ' +
        'with a code.',
      examples: [false],
    }),
    refusal: Like(Nullable(code), {
      description: 'The error that the user’s app would get now; null if redeemable.',
    }),
    rules: Type.Array(
      Type.Object({
        code: Like(code, { description: 'The error if the rule is broken.' }),
        ok: Type.Boolean({ description: 'False if the rule is broken.', examples: [false] }),
        checked: Type.Boolean({
          description: 'False if there was nothing to check: no outlet was chosen, or the PIN is needed.',
          examples: [true],
        }),
        facts: Type.String({
          description: 'The facts behind the result, in English.',
          examples: ['The user has not claimed the voucher.'],
        }),
        sentences: SentencesFacts,
      }),
      { description: 'Every rule, in the order of the checks.' },
    ),
  },
  { title: 'Redeemability' },
)

const defineRoute = routesOf('admin', 'Users')

export const getRedeemability = defineRoute({
  id: 'getRedeemability',
  method: 'GET',
  path: '/admin/users/{id}/redeemability',
  summary: 'Explain whether a user can redeem a voucher',
  description:
    'Checks every rule of a redemption by the same code as the redemption itself. Needs no PIN and counts no attempt. ' +
    'A partner sees the rules after `voucher_out_of_scope` only for vouchers in its scope.',
  params: ById,
  query: Type.Object({ voucherId: VoucherId, outletId: Type.Optional(OutletId) }),
  responses: { 200: { description: 'Every rule.', body: Redeemability } },
  errors: ['not_found', 'user_not_found'],
  roles: ['admin', 'support', 'viewer', 'partner', 'partner-support'],
})
