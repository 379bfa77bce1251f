import * as contract from '@counterfoil/contract/consumer/browse.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { unlessCached } from '../../platform/http/unless-cached.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import type { UsersDeps } from '../users/current-user.ts'
import { viewMerchantScreen, viewVoucherScreen } from './view-screens.ts'

export function screensRoutes(serve: Serve<Consumer>, deps: UsersDeps & CatalogDeps): void {
  serve(contract.viewMerchantScreen, async ({ params, query, acceptLanguage, ifNoneMatch }, consumer) => {
    const request = { lang: query.lang, acceptLanguage }
    const screen = await viewMerchantScreen(deps, consumer, params.id, request)
    return screen instanceof Refusal ? screen : unlessCached(screen, ifNoneMatch)
  })

  serve(contract.viewVoucherScreen, async ({ params, query, acceptLanguage, ifNoneMatch }, consumer) => {
    const request = { lang: query.lang, acceptLanguage }
    const screen = await viewVoucherScreen(deps, consumer, params.id, request)
    return screen instanceof Refusal ? screen : unlessCached(screen, ifNoneMatch)
  })
}
