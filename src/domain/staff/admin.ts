import * as keys from '@counterfoil/contract/admin/keys.ts'
import { replaceSignInSettings, viewSignInSettings } from '@counterfoil/contract/admin/settings.ts'
import * as staff from '@counterfoil/contract/admin/staff.ts'
import * as account from '@counterfoil/contract/session/account.ts'
import { removeStaffFactors } from '@counterfoil/contract/session/factors.ts'
import { inviteStaffMember, resetStaffPassword } from '@counterfoil/contract/session/sign-in.ts'
import { releaseStaffSingleSignOn } from '@counterfoil/contract/session/single-sign-on.ts'
import { respond, type Serve } from '../../platform/http/serve.ts'
import { containing, listPage } from '../../platform/input/paging.ts'
import { unlessRefused } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { endAllSessions, endSession, listSessions } from './account.ts'
import { removeFactorsOf } from './factors/factors.ts'
import { listKeys } from './keys/api-key-queries.ts'
import { createKey, revokeKey } from './keys/api-keys.ts'
import { listStaff } from './members/member-queries.ts'
import { replaceSettings } from './members/settings.ts'
import { findSettings } from './members/settings-queries.ts'
import { createLink, inviteNewMember } from './sign-in/sign-in-links.ts'
import type { MailDeps } from './sign-in/sign-in-mail.ts'
import { releaseSubject } from './sign-in/single-sign-on.ts'
import { addStaffMember, updateStaffMember } from './update-member.ts'

export function staffAdmin(serve: Serve<Caller>, deps: MailDeps): void {
  serve(keys.createKey, async ({ body }, caller) => respond(201, await createKey(deps, caller, body)))

  serve(keys.listKeys, async ({ query }) =>
    respond(200, await listPage(query, (page) => listKeys(deps.db, page, query.ownerId))),
  )

  serve(keys.deleteKey, async ({ params }, caller) => respond(204, await revokeKey(deps, caller, params.id)))

  serve(staff.createStaffMember, async ({ body }, caller) =>
    respond(201, await addStaffMember(deps, caller, body)),
  )

  serve(staff.listStaff, async ({ query }) =>
    respond(200, await listPage(query, (page) => listStaff(deps.db, page, containing(query.q)))),
  )

  serve(staff.updateStaffMember, async ({ params, body, expectedVersion }, caller) =>
    respond(200, await updateStaffMember(deps, caller, params.id, body, expectedVersion)),
  )

  serve(inviteStaffMember, async ({ params }, caller) =>
    respond(201, await createLink(deps, caller, params.id, 'INVITE')),
  )

  serve(resetStaffPassword, async ({ params }, caller) =>
    respond(201, await createLink(deps, caller, params.id, 'RESET')),
  )

  serve(account.inviteNewStaffMember, async ({ body }, caller) =>
    respond(201, await inviteNewMember(deps, caller, body)),
  )

  serve(removeStaffFactors, async ({ params }, caller) =>
    respond(204, await removeFactorsOf(deps, caller, params.id)),
  )

  serve(releaseStaffSingleSignOn, async ({ params }, caller) =>
    respond(204, await releaseSubject(deps, caller, params.id)),
  )

  serve(viewSignInSettings, async () => respond(200, await findSettings(deps.db)))

  serve(replaceSignInSettings, async ({ body }, caller) =>
    respond(200, await replaceSettings(deps, caller, body)),
  )

  serve(account.listStaffSessions, async ({ params }) =>
    unlessRefused(await listSessions(deps, params.id, null), (items) =>
      respond(200, { items, nextCursor: null }),
    ),
  )

  serve(account.endStaffSession, async ({ params }, caller) =>
    respond(204, await endSession(deps, caller, params.id, params.sessionId)),
  )

  serve(account.endStaffSessions, async ({ params }, caller) =>
    respond(204, await endAllSessions(deps, caller, params.id)),
  )
}
