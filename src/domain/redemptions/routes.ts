import * as contract from '@counterfoil/contract/consumer-redemptions.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
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

  serve(contract.listMyRedemptions, async ({ query }, consumer) =>
    listOfUser(deps, consumer, '/me/redemptions', query, listRedemptionsOfUser, ({ redeemedAt, id }) => ({
      time: redeemedAt,
      id,
    })),
  )

  serve(contract.previewRedemption, async ({ body }, consumer) =>
    answer(200, await previewRedemption(deps, consumer, body)),
  )
}
