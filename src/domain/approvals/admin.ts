import * as contract from '@counterfoil/contract/admin/approvals.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import type { Caller } from '../actors/caller.ts'
import { respondOrRequest } from '../guarded-changes/respond-or-request.ts'
import type { ApplyDeps } from './apply.ts'
import { approveRequest, rejectRequest, withdrawRequest } from './decide-request.ts'
import { getApprovalFor, listApprovalsFor } from './list-approvals.ts'
import { replaceApprovalSettings, viewApprovalSettings } from './settings.ts'

export function approvalsAdmin(serve: Serve<Caller>, deps: ApplyDeps): void {
  serve(contract.listApprovals, async ({ query }, caller) =>
    respond(200, await listApprovalsFor(deps, caller, query)),
  )

  serve(contract.getApproval, async ({ params }, caller) =>
    respond(200, await getApprovalFor(deps, caller, params.id)),
  )

  serve(contract.approveRequest, async ({ params, body }, caller) =>
    respond(200, await approveRequest(deps, caller, params.id, body)),
  )

  serve(contract.rejectRequest, async ({ params, body }, caller) =>
    respond(200, await rejectRequest(deps, caller, params.id, body)),
  )

  serve(contract.withdrawRequest, async ({ params }, caller) =>
    respond(200, await withdrawRequest(deps, caller, params.id)),
  )

  serve(contract.viewApprovalSettings, async () => respond(200, await viewApprovalSettings(deps.db)))

  serve(contract.replaceApprovalSettings, async ({ body }, caller) =>
    respondOrRequest(200, await replaceApprovalSettings(deps, caller, body.isRequired)),
  )
}
