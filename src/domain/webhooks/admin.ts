import * as deliveries from '@counterfoil/contract/admin/deliveries.ts'
import * as webhooks from '@counterfoil/contract/admin/webhooks.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { listByTime } from '../../platform/input/paging.ts'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { deliverNow } from './deliver-now.ts'
import { findDelivery, listDeliveries } from './delivery-list-queries.ts'
import type { EventsDeps } from './outbox/event-notifier.ts'
import { countReplay, getReplay, startReplay } from './replay.ts'
import { resumeWebhook } from './resume-webhook.ts'
import { retryDelivery } from './retry-delivery.ts'
import { testWebhook } from './test-webhook.ts'

const DEFAULT_LIMIT = 50

export function webhooksAdmin(
  serve: Serve<Caller>,
  deps: PartnersDeps & EventsDeps & ReadingDeps & { targets: Targets },
): void {
  serve(webhooks.testWebhook, async ({ params, body }, caller) =>
    respond(200, await testWebhook(deps, caller, params.id, body.type)),
  )

  serve(webhooks.resumeWebhook, async ({ params }, caller) =>
    respond(200, await resumeWebhook(deps, caller, params.id)),
  )

  serve(webhooks.deliverNow, async ({ params }, caller) =>
    respond(202, await deliverNow(deps, caller, params.id)),
  )

  serve(webhooks.startReplay, async ({ params, body }, caller) =>
    respond(202, await startReplay(deps, caller, params.id, body)),
  )

  serve(webhooks.countReplay, async ({ params, body }, caller) =>
    respond(200, await countReplay(deps, caller, params.id, body)),
  )

  serve(webhooks.getReplay, async ({ params }, caller) =>
    respond(200, await getReplay(deps, caller, params.id)),
  )

  serve(deliveries.listDeliveries, async ({ query: { limit = DEFAULT_LIMIT, cursor, ...filter } }, caller) =>
    respond(
      200,
      await listByTime(
        'deliveries',
        { limit, ...(cursor !== undefined && { cursor }) },
        ({ createdAt, id }) => ({ time: createdAt, id }),
        async (page) => listDeliveries((await forReading(deps)).db, caller, filter, page),
      ),
    ),
  )

  serve(deliveries.getDelivery, async ({ params }, caller) =>
    respond(200, (await findDelivery((await forReading(deps)).db, caller, params.id)) ?? refuse('not_found')),
  )

  serve(deliveries.retryDelivery, async ({ params }, caller) =>
    respond(202, await retryDelivery(deps, caller, params.id)),
  )
}
