import * as contract from '@counterfoil/contract/consumer-redemptions.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { translate } from '../languages/translate.ts'
import type { Consumer } from '../users/consumer.ts'
import { listOfUser } from '../users/list-of-user.ts'
import { previewRedemption } from './preview.ts'
import { listRedemptionsOfUser } from './queries.ts'
import { redeem } from './redeem.ts'

export function redemptionsRoutes(serve: Serve<Consumer>, deps: Deps): void {
  serve(contract.redeemVoucher, async ({ body, idempotencyKey }, consumer) => {
    const outcome = await redeem(deps, consumer, body, idempotencyKey)
    if (outcome instanceof Refusal) return outcome
    return answer(201, outcome.redemption, outcome.isReplay ? { 'idempotency-replayed': 'true' } : {})
  })

  serve(contract.listMyRedemptions, async (asked, consumer) =>
    listOfUser(deps, consumer, asked, {
      path: '/me/redemptions',
      fetch: (sql, userId, page, language) => listRedemptionsOfUser(sql, userId, page, language !== null),
      keyOf: ({ redeemedAt, id }) => ({ time: redeemedAt, id }),
      show: ({ voucherTranslations, outletTranslations, ...redemption }, language) => {
        const { voucherTitle: title, outletName: name } = redemption
        const voucher = translate({ title, translations: voucherTranslations }, language)
        const outlet = translate({ name, translations: outletTranslations }, language)
        return { ...redemption, voucherTitle: voucher.title, outletName: outlet.name }
      },
    }),
  )

  serve(contract.previewRedemption, async ({ body }, consumer) =>
    answer(200, await previewRedemption(deps, consumer, body)),
  )
}
