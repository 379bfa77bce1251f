import * as contract from '@counterfoil/contract/consumer/browse.ts'
import { listPartnerMerchants } from '@counterfoil/contract/integration/partner-backend.ts'
import { listInCells } from '../../platform/cells/merge.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { unlessCached } from '../../platform/http/unless-cached.ts'
import { nextLink } from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { languageHeaders } from '../languages/content-language.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { browseCategories, browseMerchants, viewMerchant } from './browse.ts'
import type { CatalogDeps } from './catalog-cache.ts'
import { listMerchantsInScope } from './partner-merchant-queries.ts'

const DEFAULT_LIMIT = 200

export function catalogRoutes(serve: Serve<Consumer>, deps: UsersDeps & CatalogDeps): void {
  serve(contract.browseMerchants, async ({ query, acceptLanguage, ifNoneMatch }, consumer) => {
    const browsed = await browseMerchants(deps, consumer, query, { lang: query.lang, acceptLanguage })
    if (browsed instanceof Refusal) return browsed
    return unlessCached(browsed, ifNoneMatch, nextLink('/merchants', query, browsed.nextCursor))
  })

  serve(contract.viewMerchant, async ({ params, query, acceptLanguage, ifNoneMatch }, consumer) => {
    const browsed = await viewMerchant(deps, consumer, params.id, { lang: query.lang, acceptLanguage })
    return browsed instanceof Refusal ? browsed : unlessCached(browsed, ifNoneMatch)
  })

  serve(contract.browseCategories, async ({ query, acceptLanguage }, consumer) => {
    const request = { lang: query.lang, acceptLanguage }
    const { categories, language } = await browseCategories(deps, consumer, request)
    return respond(200, categories, languageHeaders(language))
  })
}

export function partnerCatalogRoutes(serve: Serve<PartnerEntry>, deps: Runtime): void {
  serve(listPartnerMerchants, async ({ query: { after = null, limit = DEFAULT_LIMIT } }, partner) => {
    const merchants = await listInCells(deps, ({ db }) => listMerchantsInScope(db, partner, { after, limit }))
    merchants.sort((one, other) => (one.id < other.id ? -1 : 1))
    const items = merchants.slice(0, limit)
    return respond(200, { items, next: merchants.length > limit ? (items.at(-1)?.id ?? null) : null })
  })
}
