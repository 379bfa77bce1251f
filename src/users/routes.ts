import { viewMe as viewMeRoute } from '@counterfoil/contract/consumer-wallet.ts'
import * as contract from '@counterfoil/contract/integration.ts'
import type { ServePartner } from '../auth/hmac.ts'
import type { ServeConsumer } from '../auth/jwt.ts'
import type { Deps } from '../deps.ts'
import { answer } from '../http.ts'
import { Refusal } from '../refusal.ts'
import { anonymiseUser, upsertUser } from './lifecycle.ts'
import { viewMe } from './profile.ts'

export function usersRoutes(serve: ServePartner, deps: Deps): void {
  const during = (isWanted: () => boolean) => ({ ...deps, db: deps.db.limited({ isWanted }) })

  serve(contract.upsertUser, async ({ body: { externalUserId, ...data }, isWanted }, partner) => {
    const result = await upsertUser(during(isWanted), partner, externalUserId, data)
    if (result instanceof Refusal) return result
    const { userId, created } = result
    return created ? answer(201, { userId, created }) : answer(200, { userId, created })
  })

  serve(contract.anonymiseUser, async ({ params: { externalUserId }, isWanted }, partner) =>
    answer(204, await anonymiseUser(during(isWanted), partner, externalUserId)),
  )
}

export function meRoutes(serve: ServeConsumer, deps: Deps): void {
  serve(viewMeRoute, async (_, consumer) => answer(200, await viewMe(deps, consumer)))
}
