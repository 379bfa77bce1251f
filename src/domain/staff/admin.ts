import * as keys from '@counterfoil/contract/admin-keys.ts'
import * as staff from '@counterfoil/contract/admin-staff.ts'
import { inviteStaffMember, resetStaffPassword } from '@counterfoil/contract/staff-sign-in.ts'
import { answer, type Serve } from '../../platform/http/serve.ts'
import { containing, listPage } from '../../platform/input/paging.ts'
import type { Deps } from '../deps.ts'
import { createKey, revokeKey } from './api-keys.ts'
import type { Caller } from './caller.ts'
import { addStaffMember, updateStaffMember } from './members.ts'
import { listActiveKeys, listStaff } from './queries.ts'
import { createLink } from './sign-in-links.ts'

export function staffAdmin(serve: Serve<Caller>, deps: Deps): void {
  serve(keys.createKey, async ({ body }, caller) => answer(201, await createKey(deps, caller, body)))

  serve(keys.listKeys, async ({ query }) =>
    answer(200, await listPage(query, (page) => listActiveKeys(deps.db, page))),
  )

  serve(keys.deleteKey, async ({ params }, caller) => answer(204, await revokeKey(deps, caller, params.id)))

  serve(staff.createStaffMember, async ({ body }, caller) =>
    answer(201, await addStaffMember(deps, caller, body)),
  )

  serve(staff.listStaff, async ({ query }) =>
    answer(200, await listPage(query, (page) => listStaff(deps.db, page, containing(query.q)))),
  )

  serve(staff.updateStaffMember, async ({ params, body, expectedVersion }, caller) =>
    answer(200, await updateStaffMember(deps, caller, params.id, body, expectedVersion)),
  )

  serve(inviteStaffMember, async ({ params }, caller) =>
    answer(201, await createLink(deps, caller, params.id, 'INVITE')),
  )

  serve(resetStaffPassword, async ({ params }, caller) =>
    answer(201, await createLink(deps, caller, params.id, 'RESET')),
  )
}
