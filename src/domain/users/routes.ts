import { viewMe as viewMeRoute } from '@counterfoil/contract/consumer/wallet.ts'
import * as contract from '@counterfoil/contract/integration/partner-backend.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { type UsersDeps, viewMe } from './current-user.ts'
import { anonymizeUser, upsertUser } from './lifecycle.ts'

export function usersRoutes(serve: Serve<PartnerEntry>, deps: Runtime): void {
  const whileConnected = (isClientConnected: () => boolean) => ({
    ...deps,
    db: deps.db.withLimits({ isClientConnected }),
  })

  serve(contract.upsertUser, async ({ body: { externalUserId, ...data }, isClientConnected }, partner) => {
    const result = await upsertUser(whileConnected(isClientConnected), partner, externalUserId, data)
    if (result instanceof Refusal) return result
    const { userId, created } = result
    return created ? respond(201, { userId, created }) : respond(200, { userId, created })
  })

  serve(contract.anonymizeUser, async ({ params: { externalUserId }, isClientConnected }, partner) =>
    respond(204, await anonymizeUser(whileConnected(isClientConnected), partner, externalUserId)),
  )
}

export function meRoutes(serve: Serve<Consumer>, deps: UsersDeps): void {
  serve(viewMeRoute, async (_, consumer) => respond(200, await viewMe(deps, consumer)))
}
