import * as contract from '@counterfoil/contract/admin-users.ts'
import type { ServeStaff } from '../auth/staff.ts'
import type { Deps } from '../deps.ts'
import { answer } from '../http.ts'
import { listPage } from '../paging.ts'
import { listUsers } from './queries.ts'
import { viewUser } from './support.ts'

export function usersAdmin(serve: ServeStaff, deps: Deps): void {
  serve(contract.listUsers, async ({ query: { q, partnerId, ...page } }, caller) =>
    answer(200, await listPage(page, (request) => listUsers(deps.db, caller, request, { partnerId, q }))),
  )

  serve(contract.getUser, async ({ params }, caller) => answer(200, await viewUser(deps, caller, params.id)))
}
