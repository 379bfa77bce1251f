import * as contract from '@counterfoil/contract/consumer/browse.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { unlessCached } from '../../platform/http/unless-cached.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { viewHome } from './view-home.ts'

export function homeRoutes(serve: Serve<Consumer>, deps: UsersDeps & CatalogDeps): void {
  serve(contract.viewHome, async ({ query, acceptLanguage, ifNoneMatch }, consumer) =>
    unlessCached(await viewHome(deps, consumer, query, { lang: query.lang, acceptLanguage }), ifNoneMatch),
  )
}
