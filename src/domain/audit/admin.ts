import * as contract from '@counterfoil/contract/admin-audit.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { listPage } from '../../platform/input/paging.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../staff/caller.ts'
import { listAuditEntries } from './queries.ts'

export function auditAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(contract.listAudit, async ({ query }) =>
    answer(200, await listPage(query, (page) => listAuditEntries(deps.db, page, query))),
  )
}
