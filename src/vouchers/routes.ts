import * as contract from '@counterfoil/contract/consumer-browse.ts'
import type { ServeConsumer } from '../auth/jwt.ts'
import type { Deps } from '../deps.ts'
import { answer } from '../http.ts'
import { nextLink } from '../paging.ts'
import { Refusal } from '../refusal.ts'
import { browseVouchers, viewVoucher } from './showing.ts'

export function vouchersRoutes(serve: ServeConsumer, deps: Deps): void {
  serve(contract.browseVouchers, async ({ params, query }, consumer) => {
    const list = await browseVouchers(deps, consumer, params.id, query)
    if (list instanceof Refusal) return list
    return answer(200, list.items, nextLink(`/merchants/${params.id}/vouchers`, query, list.nextCursor))
  })

  serve(contract.viewVoucher, async ({ params }, consumer) =>
    answer(200, await viewVoucher(deps, consumer, params.id)),
  )
}
