import * as contract from '@counterfoil/contract/consumer/browse.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { nextLink } from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import { languageHeaders } from '../languages/content-language.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { browseVouchers, viewVoucher } from './browse.ts'

export function vouchersRoutes(serve: Serve<Consumer>, deps: UsersDeps & CatalogDeps): void {
  serve(contract.browseVouchers, async ({ params, query, acceptLanguage }, consumer) => {
    const request = { lang: query.lang, acceptLanguage }
    const list = await browseVouchers(deps, consumer, params.id, query, request)
    if (list instanceof Refusal) return list
    const link = nextLink(`/merchants/${params.id}/vouchers`, query, list.nextCursor)
    return respond(200, list.items, { ...link, ...languageHeaders(list.language) })
  })

  serve(contract.viewVoucher, async ({ params, query, acceptLanguage }, consumer) => {
    const viewed = await viewVoucher(deps, consumer, params.id, { lang: query.lang, acceptLanguage })
    return viewed instanceof Refusal ? viewed : respond(200, viewed.voucher, languageHeaders(viewed.language))
  })
}
