import type { Reader, Tx } from '../../platform/database/db.ts'

/** Every request of a test partner holds this lock until it is answered. */
export async function lockSandboxShared(tx: Tx, partnerId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${`sandbox ${partnerId}`}, 0))`
}

/** Waits for all requests of a test partner on all nodes. None can begin until the transaction ends. */
export async function lockSandbox(tx: Tx, partnerId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${partnerId}`}, 0))`
}

/** Deletes the records of the partner's users, and the outlets and vouchers of the sandbox. Call `lockSandbox` first. */
export async function emptySandbox(tx: Tx, partnerId: string): Promise<void> {
  await tx`select empty_sandbox(${partnerId})`
}

/** The newest time in the records of a partner, in the time of its clock; null if it has none. */
export async function findNewestTime(sql: Reader, partnerId: string): Promise<Date | null> {
  const [row] = await sql<[{ newest: string | null }]>`
    select greatest(
      (select max(created_at) from events where partner_id = ${partnerId}),
      (select max(redeemed_at) from redemptions where partner_id = ${partnerId}),
      (select max(at) from refusals where partner_id = ${partnerId}),
      (select max(created_at) from users where partner_id = ${partnerId})
    ) as newest`
  return row.newest === null ? null : new Date(row.newest)
}

/** An outlet where the voucher can be redeemed, preferably an active one; null if the voucher is not in this sandbox. */
export async function findOutletFor(
  sql: Reader,
  partnerId: string,
  voucherId: string,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select outlets.id
    from vouchers
    join merchants on merchants.id = vouchers.merchant_id and sandbox_id = ${partnerId}
    join outlets on outlets.merchant_id = merchants.id
    where vouchers.id = ${voucherId} and (outlet_ids is null or outlets.id = any (outlet_ids))
    order by outlets.is_active desc, outlets.id
    limit 1`
  return row?.id ?? null
}

export async function hasTestMerchant(sql: Reader, partnerId: string, merchantId: string): Promise<boolean> {
  const rows = await sql`select from merchants where id = ${merchantId} and sandbox_id = ${partnerId}`
  return rows.length > 0
}
