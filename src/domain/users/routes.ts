import { viewMe as viewMeRoute } from '@counterfoil/contract/consumer/wallet.ts'
import * as contract from '@counterfoil/contract/integration/partner-backend.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { PartnerEntry } from '../partners/directory.ts'
import type { Consumer } from './consumer.ts'
import { viewMe } from './current-user.ts'
import { anonymizeUser, upsertUser } from './lifecycle.ts'

export function usersRoutes(serve: Serve<PartnerEntry>, deps: Deps): void {
  const whileWanted = (isWanted: () => boolean) => ({ ...deps, db: deps.db.withLimits({ isWanted }) })

  serve(contract.upsertUser, async ({ body: { externalUserId, ...data }, isWanted }, partner) => {
    const result = await upsertUser(whileWanted(isWanted), partner, externalUserId, data)
    if (result instanceof Refusal) return result
    const { userId, created } = result
    return created ? answer(201, { userId, created }) : answer(200, { userId, created })
  })

  serve(contract.anonymiseUser, async ({ params: { externalUserId }, isWanted }, partner) =>
    answer(204, await anonymizeUser(whileWanted(isWanted), partner, externalUserId)),
  )
}

export function meRoutes(serve: Serve<Consumer>, deps: Deps): void {
  serve(viewMeRoute, async (_, consumer) => answer(200, await viewMe(deps, consumer)))
}
