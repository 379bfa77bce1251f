import * as contract from '@counterfoil/contract/admin-audit.ts'
import type { ServeStaff } from '../auth/staff.ts'
import type { Deps } from '../deps.ts'
import { answer } from '../http.ts'
import { listPage } from '../paging.ts'
import { listAuditEntries } from './queries.ts'

export function auditAdmin(serve: ServeStaff, deps: Deps): void {
  serve(contract.listAudit, async ({ query }) =>
    answer(200, await listPage(query, (page) => listAuditEntries(deps.db, page, query))),
  )
}
