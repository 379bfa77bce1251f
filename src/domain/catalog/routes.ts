import * as contract from '@counterfoil/contract/consumer-browse.ts'
import { answer, type Serve, Written } from '../../platform/http/serve.ts'
import { nextLink } from '../../platform/input/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Consumer } from '../users/consumer.ts'
import { type Browsed, browseCategories, browseMerchants, viewMerchant } from './browse.ts'

export function catalogRoutes(serve: Serve<Consumer>, deps: Deps): void {
  serve(contract.browseMerchants, async ({ query, ifNoneMatch }, consumer) => {
    const browsed = await browseMerchants(deps, consumer, query)
    if (browsed instanceof Refusal) return browsed
    return unlessCached(browsed, ifNoneMatch, nextLink('/merchants', query, browsed.nextCursor))
  })

  serve(contract.viewMerchant, async ({ params, ifNoneMatch }, consumer) => {
    const browsed = await viewMerchant(deps, consumer, params.id)
    return browsed instanceof Refusal ? browsed : unlessCached(browsed, ifNoneMatch, {})
  })

  serve(contract.browseCategories, async (_, consumer) => answer(200, await browseCategories(deps, consumer)))
}

/** 304 if the client already has this state. Private, since `favorited` depends on the user. */
function unlessCached({ etag, write }: Browsed, ifNoneMatch: string[], headers: Record<string, string>) {
  const cached = { ...headers, etag, 'cache-control': 'private, no-cache' }
  return ifNoneMatch.some((tag) => tag === '*' || weak(tag) === etag)
    ? answer(304, null, cached)
    : answer(200, Written.as<never>(write()), cached)
}

/** RFC 9110, section 13.1.2: If-None-Match compares weakly. */
function weak(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`
}
