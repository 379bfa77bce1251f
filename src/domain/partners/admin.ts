import * as checks from '@counterfoil/contract/admin/partner-checks.ts'
import * as contract from '@counterfoil/contract/admin/partners.ts'
import type { Static } from 'typebox'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { containing, listPage } from '../../platform/input/paging.ts'
import type { Targets } from '../../platform/outbound/guarded-targets.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { hideFields } from '../actors/hide-fields.ts'
import type { SentForApproval } from '../guarded-changes/guard.ts'
import { respondOrRequest } from '../guarded-changes/respond-or-request.ts'
import { checkJwks } from './check-jwks.ts'
import { checkToken } from './check-token.ts'
import type { PartnersDeps } from './directory.ts'
import { createPartnerKeys } from './partner-keys.ts'
import type { CreatedPartner } from './partners.ts'
import { findPartner, listPartners, type PartnerFields, type PartnerRecord } from './queries.ts'
import { diffScope } from './scope-diff.ts'
import { promoteSecret, rotateSecret } from './secret-rotation.ts'

/**
 * Operations that need more than the partner: a test partner gets a sandbox, a new webhook URL a fresh endpoint, and a
 * partner is shown with the state of its deliveries.
 */
type WiderOperations = {
  createPartner: (
    caller: Caller,
    input: Static<typeof contract.NewPartner>,
  ) => Promise<CreatedPartner | Refusal>
  updatePartner: (
    caller: Caller,
    id: string,
    changes: Partial<PartnerFields>,
    expectedVersion: number | null,
  ) => Promise<PartnerRecord | SentForApproval | Refusal>
  withDelivery: (partners: PartnerRecord[]) => Promise<Static<typeof contract.PartnerWithDelivery>[]>
}

export function partnersAdmin(
  serve: Serve<Caller>,
  deps: PartnersDeps & { targets: Targets },
  { createPartner, updatePartner, withDelivery }: WiderOperations,
): void {
  serve(contract.createPartner, async ({ body }, caller) => respond(201, await createPartner(caller, body)))

  serve(contract.listPartners, async ({ query }, caller) =>
    respond(
      200,
      await listPage(query, async (page) =>
        (await withDelivery(await listPartners(deps.db, caller, page, containing(query.q)))).map((partner) =>
          hideFields(caller, partner),
        ),
      ),
    ),
  )

  serve(contract.getPartner, async ({ params }, caller) => {
    const partner = await findPartner(deps.db, caller, params.id)
    const [found] = partner ? await withDelivery([partner]) : []
    return respond(200, found ? hideFields(caller, found) : refuse('not_found'))
  })

  serve(contract.updatePartner, async ({ params, body, expectedVersion }, caller) =>
    respondOrRequest(200, await updatePartner(caller, params.id, body, expectedVersion)),
  )

  serve(contract.rotatePartnerSecret, async ({ params }, caller) =>
    respond(200, await rotateSecret(deps, caller, params.id)),
  )

  serve(contract.promotePartnerSecret, async ({ params }, caller) =>
    respond(200, await promoteSecret(deps, caller, params.id)),
  )

  partnerChecksAdmin(serve, deps)
}

/** Registers the routes that check a partner and change nothing. */
function partnerChecksAdmin(serve: Serve<Caller>, deps: PartnersDeps & { targets: Targets }): void {
  const keys = createPartnerKeys(deps)

  serve(checks.checkToken, async ({ params, body }, caller) =>
    respond(200, await checkToken(deps, keys, caller, params.id, body.token)),
  )

  serve(checks.checkJwks, async ({ params }, caller) =>
    respond(200, await checkJwks(deps, caller, params.id)),
  )

  serve(checks.diffScope, async ({ params, body }, caller) =>
    respond(200, await diffScope(deps, caller, params.id, body.scope)),
  )
}
