import * as contract from '@counterfoil/contract/admin/sandbox.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { type Caller, SYSTEM } from '../actors/caller.ts'
import { findPartner } from '../partners/queries.ts'
import type { RefusalsDeps } from '../refusals/refusal-log.ts'
import { countFailing } from '../webhooks/dispatch/failing-queries.ts'
import type { EventsDeps } from '../webhooks/outbox/event-notifier.ts'
import { moveClock, readClock } from './clock.ts'
import { copyLiveKeys } from './copy-keys.ts'
import { testDeliveries } from './delivery-test.ts'
import type { SandboxDeps } from './fill-sandbox.ts'
import { resetSandbox } from './reset.ts'
import type { SandboxLock } from './sandbox-lock.ts'
import { createTwin, findTestPartner } from './twins.ts'

export function sandboxAdmin(
  serve: Serve<Caller>,
  deps: SandboxDeps & RefusalsDeps & EventsDeps,
  sandboxes: SandboxLock,
): void {
  serve(contract.createTwin, async ({ params }, caller) => {
    const twin = await createTwin(deps, caller, params.id)
    if (twin instanceof Refusal) return twin
    return twin.created ? respond(201, { ...twin.partner, ...twin.created }) : respond(200, twin.partner)
  })

  serve(contract.getSandbox, async ({ params }, caller) => {
    const entry = await findTestPartner(deps, caller, params.id)
    if (entry instanceof Refusal) return entry
    const partner = await findPartner(deps.db, SYSTEM, entry.id)
    if (!partner) return refuse('not_found')
    const failing = await countFailing(deps.db, entry.id)
    return respond(200, { partner, clock: readClock(entry, deps.now()), failing })
  })

  serve(contract.copyLiveKeys, async ({ params }, caller) => {
    const partner = await findTestPartner(deps, caller, params.id)
    return respond(200, partner instanceof Refusal ? partner : await copyLiveKeys(deps, caller, partner.id))
  })

  serve(contract.moveSandboxClock, async ({ params, body }, caller) => {
    const partner = await findTestPartner(deps, caller, params.id)
    if (partner instanceof Refusal) return partner
    return respond(200, await sandboxes.exclude(partner.id, () => moveClock(deps, caller, partner, body)))
  })

  serve(contract.failSandboxDeliveries, async ({ params, body }, caller) => {
    const partner = await findTestPartner(deps, caller, params.id)
    return respond(200, partner instanceof Refusal ? partner : await testDeliveries(deps, partner.id, body))
  })

  serve(contract.emptySandbox, async ({ params }, caller) => {
    const partner = await findTestPartner(deps, caller, params.id)
    if (partner instanceof Refusal) return partner
    return respond(204, await sandboxes.exclude(partner.id, () => resetSandbox(deps, caller, partner)))
  })
}
