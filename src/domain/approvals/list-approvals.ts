import type { ApprovalForCaller } from '@counterfoil/contract/admin/approvals.ts'
import { HIDDEN_ACTOR_NAME } from '@counterfoil/contract/admin/audit.ts'
import type { Static } from 'typebox'
import { countInCells, listByIdInCells } from '../../platform/cells/merge.ts'
import type { Reader } from '../../platform/database/db.ts'
import type { RowCount } from '../../platform/database/keyset.ts'
import { listPage, type Page } from '../../platform/input/paging.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import type { Actor } from '../audit/record.ts'
import {
  type ApprovalFilter,
  type ApprovalRow,
  countApprovals,
  findApproval,
  listApprovals,
} from '../guarded-changes/approval-queries.ts'
import { viewApprovals } from '../guarded-changes/view-approval.ts'
import { listOwnActors } from '../history/queries.ts'
import { isRequester, mayDecide } from './requester.ts'

type View = Static<typeof ApprovalForCaller>
type Query = ApprovalFilter & { limit?: number; cursor?: string; count?: boolean }

export async function listApprovalsFor(
  deps: Runtime,
  caller: Caller,
  { state, target, decidable, count = false, ...query }: Query,
): Promise<(Page<View> & { count?: RowCount }) | Refusal> {
  const filter = { state, target, decidable }
  const page = await listPage(query, (request) =>
    listByIdInCells(deps, request, ({ db }) => listApprovals(db, caller, request, filter)),
  )
  if (page instanceof Refusal) return page
  const items = await viewFor(deps, caller, page.items)
  const counted = count && (await countInCells(deps, ({ db }) => countApprovals(db, caller, filter)))
  return { ...page, items, ...(counted && { count: counted }) }
}

export async function getApprovalFor(deps: Runtime, caller: Caller, id: string): Promise<View | Refusal> {
  const found = await findApproval(deps.db, caller, id)
  const [view] = found ? await viewFor(deps, caller, [found]) : []
  return view ?? refuse('not_found')
}

async function viewFor(deps: Runtime, caller: Caller, rows: ApprovalRow[]): Promise<View[]> {
  const views = await viewApprovals(deps, rows)
  const shown = await actorNames(deps.db, caller, rows)
  return views.map((view, place) => {
    const row = rows[place] as ApprovalRow
    const isPending = row.state === 'PENDING'
    return {
      ...view,
      requestedBy: shown(row.requestedBy),
      decidedBy: row.decidedBy && shown(row.decidedBy),
      mayDecide: isPending && mayDecide(caller, row),
      mayWithdraw: isPending && isRequester(caller, row),
    }
  })
}

/** Merchants and partners see the names of their own people and keys, but not those of the operator. */
async function actorNames(db: Reader, caller: Caller, rows: ApprovalRow[]): Promise<(actor: Actor) => Actor> {
  if (caller.merchantIds === null && caller.partnerId === null) return (actor) => actor
  const ids = rows.flatMap(({ requestedBy, decidedBy }) => [requestedBy.id ?? [], decidedBy?.id ?? []].flat())
  const own = await listOwnActors(db, caller, ids)
  return (actor) =>
    actor.id !== null && own.has(actor.id) ? actor : { kind: actor.kind, id: null, name: HIDDEN_ACTOR_NAME }
}
