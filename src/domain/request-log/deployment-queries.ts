import type { Deployment } from '@counterfoil/contract/admin/deployments.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../../platform/database/db.ts'

export type DeploymentRecord = Static<typeof Deployment>

/** What makes a failed request new: its route and its code. Only the requests that failed, or had unknown fields, count. */
const requestPair = (sql: Reader) => sql`method || ' ' || route || ' ' || coalesce(code, '')`

/** Keeps what was recorded of the partner since `from`, as this deployment cannot have caused it. */
export async function insertDeployment(tx: Tx, deployment: DeploymentRecord, from: Date): Promise<void> {
  const { id, partnerId, name, at } = deployment
  await tx`
    insert into partner_deployments (id, partner_id, name, at, seen_before)
    select ${id}, ${partnerId}, ${name}, ${at}, array(
      select distinct ${requestPair(tx)} from request_log
      where partner_id = ${partnerId} and at >= ${from} and at <= ${at} and reason is not null
    )`
}

export async function deleteOldDeployments(tx: Tx, partnerId: string, kept: number): Promise<void> {
  await tx`
    delete from partner_deployments
    where id in (
      select id from partner_deployments where partner_id = ${partnerId} order by at desc, id desc offset ${kept}
    )`
}

export function listDeployments(sql: Reader, partnerId: string): Promise<DeploymentRecord[]> {
  return sql<DeploymentRecord[]>`
    select id, partner_id, name, at from partner_deployments
    where partner_id = ${partnerId}
    order by at desc, id desc`
}

/** The requests since the last deployment of their partner whose route and code were not seen before it. */
export const isNewSinceDeployment = (sql: Reader) => sql`exists (
  select from (
    select at, seen_before from partner_deployments
    where partner_id = request_log.partner_id
    order by at desc, id desc limit 1
  ) as deployment
  where request_log.at > deployment.at and reason is not null and ${requestPair(sql)} <> all (deployment.seen_before)
)`
