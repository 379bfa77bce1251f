import * as contract from '@counterfoil/contract/consumer/search.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { unlessCached } from '../../platform/http/unless-cached.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { searchCatalog } from './search-catalog.ts'
import type { CatalogSearchDeps } from './search-index-cache.ts'

export function catalogSearchRoutes(serve: Serve<Consumer>, deps: UsersDeps & CatalogSearchDeps): void {
  serve(contract.searchCatalog, async ({ query, acceptLanguage, ifNoneMatch }, consumer) => {
    const found = await searchCatalog(deps, consumer, query, { lang: query.lang, acceptLanguage })
    return unlessCached(found, ifNoneMatch)
  })
}
