import * as checks from '@counterfoil/contract/admin/partner-checks.ts'
import * as contract from '@counterfoil/contract/admin/partners.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { containing, listPage } from '../../platform/input/paging.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { checkJwks } from './check-jwks.ts'
import { checkToken } from './check-token.ts'
import { createPartnerKeys } from './partner-keys.ts'
import { createPartner, updatePartner } from './partners.ts'
import { findPartner, listPartners } from './queries.ts'
import { diffScope } from './scope-diff.ts'
import { promoteSecret, rotateSecret } from './secret-rotation.ts'

export function partnersAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(contract.createPartner, async ({ body }, caller) =>
    respond(201, await createPartner(deps, caller, body)),
  )

  serve(contract.listPartners, async ({ query }, caller) =>
    respond(200, await listPage(query, (page) => listPartners(deps.db, caller, page, containing(query.q)))),
  )

  serve(contract.getPartner, async ({ params }, caller) =>
    respond(200, (await findPartner(deps.db, caller, params.id)) ?? refuse('not_found')),
  )

  serve(contract.updatePartner, async ({ params, body, expectedVersion }, caller) =>
    respond(200, await updatePartner(deps, caller, params.id, body, expectedVersion)),
  )

  serve(contract.rotatePartnerSecret, async ({ params }, caller) =>
    respond(200, await rotateSecret(deps, caller, params.id)),
  )

  serve(contract.promotePartnerSecret, async ({ params }, caller) =>
    respond(200, await promoteSecret(deps, caller, params.id)),
  )

  partnerChecksAdmin(serve, deps)
}

/** Checks that change nothing. */
function partnerChecksAdmin(serve: Serve<Caller>, deps: Deps): void {
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
