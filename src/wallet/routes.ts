import * as contract from '@counterfoil/contract/consumer-wallet.ts'
import type { Consumer, ServeConsumer } from '../auth/jwt.ts'
import type { Deps } from '../deps.ts'
import { answer } from '../http.ts'
import { type ListKey, type ListQuery, type ListRequest, listPlainly, nextLink } from '../paging.ts'
import { Refusal } from '../refusal.ts'
import { requireUser } from '../users/profile.ts'
import { claimVoucher } from './claims.ts'
import { addFavorite, removeFavorite } from './favorites.ts'
import { listClaims, listFavorites } from './queries.ts'

export function walletRoutes(serve: ServeConsumer, deps: Deps): void {
  serve(contract.claimVoucher, async ({ body }, consumer) => {
    const result = await claimVoucher(deps, consumer, body.voucherId)
    if (result instanceof Refusal) return result
    return result.isNew ? answer(201, result.claim) : answer(200, result.claim)
  })

  serve(contract.listClaims, async ({ query }, consumer) =>
    listOfUser(deps, consumer, '/me/claims', query, listClaims, ({ claimedAt, id }) => ({
      time: claimedAt,
      id,
    })),
  )

  serve(contract.addFavorite, async ({ body }, consumer) => {
    const result = await addFavorite(deps, consumer, body.merchantId)
    if (result instanceof Refusal) return result
    return result.isNew ? answer(201, result) : answer(200, result)
  })

  serve(contract.listFavorites, async ({ query }, consumer) =>
    listOfUser(deps, consumer, '/me/favorites', query, listFavorites, ({ favoritedAt, merchantId }) => ({
      time: favoritedAt,
      id: merchantId,
    })),
  )

  serve(contract.removeFavorite, async ({ params }, consumer) =>
    answer(204, await removeFavorite(deps, consumer, params.merchantId)),
  )
}

async function listOfUser<T>(
  deps: Deps,
  consumer: Consumer,
  path: string,
  query: ListQuery,
  fetch: (sql: Deps['db'], userId: string, page: ListRequest) => Promise<T[]>,
  keyOf: (item: T) => ListKey,
) {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const list = await listPlainly(path, query, keyOf, (page) => fetch(deps.db, user.id, page))
  return list instanceof Refusal ? list : answer(200, list.items, nextLink(path, query, list.nextCursor))
}
