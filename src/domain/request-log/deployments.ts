import { transaction } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { record } from '../audit/record.ts'
import { findPartner } from '../partners/queries.ts'
import {
  type DeploymentRecord,
  deleteOldDeployments,
  insertDeployment,
  listDeployments,
} from './deployment-queries.ts'
import type { RequestLogDeps } from './request-log.ts'
import { REQUESTS_KEPT_DAYS } from './retention.ts'

const MAX_KEPT = 20
const DAY_MS = 24 * 60 * 60_000

/** Records that a partner has deployed, with what was seen in the 7 days before. */
export async function recordDeployment(
  { db, now, requestLog }: RequestLogDeps,
  caller: Caller,
  partnerId: string,
  name: string,
): Promise<DeploymentRecord | Refusal> {
  if (!(await findPartner(db, caller, partnerId))) return refuse('not_found')
  await requestLog.flush()
  const at = now()
  const deployment = { id: orderedId(), partnerId, name, at: at.toISOString() }
  return transaction(db, async (tx) => {
    await insertDeployment(tx, deployment, new Date(at.getTime() - REQUESTS_KEPT_DAYS * DAY_MS))
    await deleteOldDeployments(tx, partnerId, MAX_KEPT)
    const target = `partner:${partnerId}`
    await record(tx, { caller, at, action: 'partner.deploy', target, after: { deployment: name } })
    return deployment
  })
}

export async function viewDeployments(
  { db }: RequestLogDeps,
  caller: Caller,
  partnerId: string,
): Promise<{ items: DeploymentRecord[] } | Refusal> {
  if (!(await findPartner(db, caller, partnerId))) return refuse('not_found')
  return { items: await listDeployments(db, partnerId) }
}
