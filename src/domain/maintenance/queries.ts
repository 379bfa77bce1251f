import type { Db, Reader, Tx } from '../../platform/database/db.ts'

export type Maintenance = {
  since: string
  until: string | null
  message: string | null
  startedBy: string
}

const CHANNEL = 'maintenance'

/** Null while maintenance is off. It may be over already: see `isOver`. */
export async function findMaintenance(sql: Reader): Promise<Maintenance | null> {
  const [row] = await sql<Maintenance[]>`
    select since, until, message, started_by from maintenance where since is not null`
  return row ?? null
}

export async function lockMaintenance(tx: Tx): Promise<Maintenance | null> {
  await tx`select from maintenance for update`
  return findMaintenance(tx)
}

export async function updateMaintenance(
  tx: Tx,
  maintenance: Maintenance | null,
): Promise<Maintenance | null> {
  const { since = null, until = null, message = null, startedBy = null } = maintenance ?? {}
  await tx`
    update maintenance set
      since = ${since}, until = ${until}, message = ${message}, started_by = ${startedBy}`
  await notifyNodes(tx)
  return findMaintenance(tx)
}

/** The notification reaches every node when the transaction commits. */
async function notifyNodes(tx: Tx): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, '')`
}

export async function onMaintenanceNotified(db: Db, onChange: () => void): Promise<void> {
  await db.listen(CHANNEL, onChange, onChange)
}
