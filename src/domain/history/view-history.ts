import { getAlertDestination } from '@counterfoil/contract/admin/alert-destinations.ts'
import { HIDDEN_ACTOR_NAME } from '@counterfoil/contract/admin/audit.ts'
import { listCategories } from '@counterfoil/contract/admin/categories.ts'
import type { HISTORY_KINDS, HistoryEntry } from '@counterfoil/contract/admin/history.ts'
import { getIntegrationHealth } from '@counterfoil/contract/admin/integration-health.ts'
import { listKeys } from '@counterfoil/contract/admin/keys.ts'
import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { getOutlet } from '@counterfoil/contract/admin/outlets.ts'
import { getRedemption } from '@counterfoil/contract/admin/redemptions.ts'
import { listStaff } from '@counterfoil/contract/admin/staff.ts'
import { getUser } from '@counterfoil/contract/admin/users.ts'
import { getVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import type { Route } from '@counterfoil/contract/define-route.ts'
import type { Static } from 'typebox'
import { listByIdInCells } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import { listPage, type Page } from '../../platform/input/paging.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import { invalid, issueAt, Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findDestination } from '../alerts/destinations/destination-queries.ts'
import { putIntoWords } from '../audit/put-into-words.ts'
import { type AuditRecord, listAuditEntries } from '../audit/queries.ts'
import { findMerchant } from '../catalog/merchant-queries.ts'
import { findOutlet } from '../catalog/outlet-queries.ts'
import { findPartner } from '../partners/queries.ts'
import { findRedemption } from '../redemptions/admin-queries.ts'
import { findStaffMember } from '../staff/members/member-queries.ts'
import { reachOf } from '../stored-alerts/reach.ts'
import { findUser } from '../users/user-search-queries.ts'
import { findVoucher } from '../vouchers/queries.ts'
import { categoryExists, keyExists, listOwnActors } from './queries.ts'

type Kind = (typeof HISTORY_KINDS)[number] | 'category'
type Reading = {
  /** Who may call this route may read the history. */
  route: Pick<Route, 'roles'>
  find: (sql: Reader, caller: Caller, id: string) => Promise<unknown>
}

/** A record's history is for those who may read the record. */
const READING: Record<Kind, Reading> = {
  // It has what partner-support does not read: URLs, keys and scope.
  partner: { route: getIntegrationHealth, find: findPartner },
  merchant: { route: getMerchant, find: findMerchant },
  outlet: { route: getOutlet, find: findOutlet },
  voucher: { route: getVoucher, find: findVoucher },
  redemption: { route: getRedemption, find: findRedemption },
  user: { route: getUser, find: findUser },
  staff: { route: listStaff, find: (sql, _caller, id) => findStaffMember(sql, id) },
  key: { route: listKeys, find: (sql, _caller, id) => keyExists(sql, id) },
  alert_destination: {
    route: getAlertDestination,
    find: (sql, caller, id) => findDestination(sql, reachOf(caller), id),
  },
  category: { route: listCategories, find: (sql, _caller, slug) => categoryExists(sql, slug) },
}

export async function viewHistory(
  deps: Runtime,
  caller: Caller,
  { target, ...query }: { target: string; limit?: number; cursor?: string },
): Promise<Page<Static<typeof HistoryEntry>> | Refusal> {
  const { db } = deps
  const [kind, id] = target.split(':') as [Kind, string]
  const { route, find } = READING[kind]
  if (kind !== 'category' && !isUuid(id)) return invalid(issueAt('/target', 'issue.uuid'))
  if (!route.roles?.includes(caller.role)) return refuse('forbidden')
  if (!(await find(db, caller, id))) return refuse('not_found')
  // Ids are stored in lower case, the slugs of categories in upper case.
  const stored = kind === 'category' ? target : target.toLowerCase()
  const page = await listPage(query, (request) =>
    listByIdInCells(deps, request, ({ db }) => listAuditEntries(db, request, { target: stored })),
  )
  if (page instanceof Refusal) return page
  const entries = await putIntoWords(deps, await hideOperators(db, caller, page.items))
  return {
    ...page,
    items: entries.map(({ id, at, actor, action, summary, changes, facts }) => ({
      ...{ id, at, actor, action, summary, changes, facts },
    })),
  }
}

/** A merchant and a partner see the names of their own people and keys, but not those of the operator. */
async function hideOperators(db: Reader, caller: Caller, entries: AuditRecord[]): Promise<AuditRecord[]> {
  if (caller.merchantIds === null && caller.partnerId === null) return entries
  const actorIds = entries
    .flatMap(({ actor, after }) => [actor.id, authorOf(after)?.id ?? null])
    .filter((id) => id !== null)
  const own = await listOwnActors(db, caller, actorIds)
  // Notes are for one side only, and so is the fact that there are some.
  const shown = entries.filter(
    ({ action, actor }) => !action.startsWith('note.') || (actor.id !== null && own.has(actor.id)),
  )
  return shown.map((entry) =>
    entry.actor.id !== null && own.has(entry.actor.id)
      ? entry
      : {
          ...entry,
          actor: { kind: entry.actor.kind, id: null, name: HIDDEN_ACTOR_NAME },
          after: hideAuthor(entry.after, own),
        },
  )
}

/** An entry of the worker names who set the schedule. */
function hideAuthor(after: AuditRecord['after'], own: Set<string>): AuditRecord['after'] {
  const author = authorOf(after)
  if (author === undefined || (author.id !== null && own.has(author.id))) return after
  return { ...after, scheduledBy: { ...author, id: null, name: HIDDEN_ACTOR_NAME } }
}

function authorOf(after: AuditRecord['after']): { id: string | null } | undefined {
  return after?.scheduledBy as { id: string | null } | undefined
}
