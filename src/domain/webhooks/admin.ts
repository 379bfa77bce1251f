import * as deliveries from '@counterfoil/contract/admin/deliveries.ts'
import * as webhooks from '@counterfoil/contract/admin/webhooks.ts'
import { csvHeaders } from '../../platform/csv/csv-stream.ts'
import { forReading, type ReadingDeps } from '../../platform/database/for-reading.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { deliverNow } from './deliver-now.ts'
import { findDelivery } from './delivery-list-queries.ts'
import { exportDeliveries, viewDeliveries } from './list-deliveries.ts'
import type { EventsDeps } from './outbox/event-notifier.ts'
import { countReplay, getReplay, startReplay } from './replay.ts'
import { resumeWebhook } from './resume-webhook.ts'
import { retryDelivery } from './retry-delivery.ts'
import { testWebhook } from './test-webhook.ts'

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

  serve(deliveries.listDeliveries, async ({ query }, caller) =>
    respond(200, await viewDeliveries(await forReading(deps), caller, query)),
  )

  serve(deliveries.exportDeliveries, async ({ query }, caller) =>
    // The contract declares the body as text; this stream carries it.
    respond(
      200,
      exportDeliveries(await forReading(deps), caller, query) as unknown as string,
      csvHeaders('deliveries.csv'),
    ),
  )

  serve(deliveries.getDelivery, async ({ params }, caller) =>
    respond(200, (await findDelivery((await forReading(deps)).db, caller, params.id)) ?? refuse('not_found')),
  )

  serve(deliveries.retryDelivery, async ({ params }, caller) =>
    respond(202, await retryDelivery(deps, caller, params.id)),
  )
}
