import * as contract from '@counterfoil/contract/integration/partner-backend.ts'
import { respond, SerializedJson, type Serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { type FeedPage, readFeed } from './feed.ts'

export function eventsRoutes(serve: Serve<PartnerEntry>, deps: Runtime): void {
  serve(contract.listEvents, async ({ query }, partner) => {
    const page = await readFeed(deps, partner, query)
    return page instanceof Refusal ? page : respond(200, SerializedJson.as<never>(pageJson(page)))
  })
}

/** Joins the stored bodies as text, so that a partner gets the same bytes as in the delivery. */
function pageJson({ bodies, next, isCursorLost }: FeedPage): Buffer {
  const lost = isCursorLost ? ',"cursorLost":true' : ''
  return Buffer.from(`{"items":[${bodies.join(',')}],"next":${JSON.stringify(next)}${lost}}`)
}
