import * as contract from '@counterfoil/contract/consumer-browse.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { nextLink } from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Consumer } from '../users/consumer.ts'
import { browseVouchers, viewVoucher } from './browse.ts'

export function vouchersRoutes(serve: Serve<Consumer>, deps: Deps): void {
  serve(contract.browseVouchers, async ({ params, query }, consumer) => {
    const list = await browseVouchers(deps, consumer, params.id, query)
    if (list instanceof Refusal) return list
    return answer(200, list.items, nextLink(`/merchants/${params.id}/vouchers`, query, list.nextCursor))
  })

  serve(contract.viewVoucher, async ({ params }, consumer) =>
    answer(200, await viewVoucher(deps, consumer, params.id)),
  )
}
