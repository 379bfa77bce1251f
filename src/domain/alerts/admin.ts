import * as destinations from '@counterfoil/contract/admin/alert-destinations.ts'
import { listAlerts as listAlertsRoute } from '@counterfoil/contract/admin/alerts.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { listPage } from '../../platform/input/paging.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { reachOf } from '../stored-alerts/reach.ts'
import { findDestination, listDestinations } from './destinations/destination-queries.ts'
import {
  changeDestination,
  createDestination,
  removeDestination,
  replaceSecret,
} from './destinations/destinations.ts'
import { listAlerts } from './list-alerts.ts'
import type { SendingDeps } from './messages/attempt-message.ts'
import { testDestination } from './messages/test-destination.ts'

export function alertsAdmin(serve: Serve<Caller>, deps: Runtime & SendingDeps): void {
  const { db } = deps

  serve(listAlertsRoute, async (_, caller) =>
    respond(200, { items: await listAlerts(deps, caller), nextCursor: null }),
  )

  serve(destinations.listAlertDestinations, async ({ query }, caller) =>
    respond(200, await listPage(query, (page) => listDestinations(db, reachOf(caller), page))),
  )

  serve(destinations.createAlertDestination, async ({ body }, caller) =>
    respond(201, await createDestination(deps, caller, body)),
  )

  serve(destinations.getAlertDestination, async ({ params }, caller) =>
    respond(200, (await findDestination(db, reachOf(caller), params.id)) ?? refuse('not_found')),
  )

  serve(destinations.updateAlertDestination, async ({ params, body, expectedVersion }, caller) =>
    respond(200, await changeDestination(deps, caller, params.id, body, expectedVersion)),
  )

  serve(destinations.testAlertDestination, async ({ params }, caller) =>
    respond(200, await testDestination(deps, caller, params.id)),
  )

  serve(destinations.replaceAlertSecret, async ({ params }, caller) =>
    respond(200, await replaceSecret(deps, caller, params.id)),
  )

  serve(destinations.deleteAlertDestination, async ({ params }, caller) =>
    respond(204, await removeDestination(deps, caller, params.id)),
  )
}
