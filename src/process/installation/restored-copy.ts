import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CLI } from '../../domain/actors/caller.ts'
import { record } from '../../domain/audit/record.ts'
import type { Deps } from '../../domain/deps.ts'
import type { Config } from '../../platform/config.ts'
import { parseAddress } from '../../platform/database/address.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { findCluster } from '../../platform/embedded/cluster.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findFootprint, getWhereabouts, lockInstallation, updateWhereabouts } from './queries.ts'

/**
 * Where this node reaches its database: the hosts of DATABASE_URL, or the file that every embedded cluster has. A copy of
 * the cluster's folder has another file with another inode.
 */
export function placesOf({ databaseUrl, dataDir }: Config): string[] {
  if (databaseUrl === null) {
    const cluster = findCluster(join(dataDir, 'postgres'))
    return cluster === null ? [] : [`embedded ${statSync(join(cluster, 'PG_VERSION')).ino}`]
  }
  return parseAddress(databaseUrl).urls.map((url) => {
    const { host, pathname } = new URL(url)
    return `${host.includes(':') ? host : `${host}:5432`}${pathname}`
  })
}

/**
 * Holds deliveries if this database is a restored copy. Either its ids differ from the recorded ones (pg_dump), or none of
 * its places is known (a base backup or a snapshot keeps the ids, but runs somewhere else). A failover changes neither: a
 * standby has the ids of its primary, and DATABASE_URL lists all members. Returns true if deliveries are held.
 */
export async function holdIfRestored(deps: Deps, places: string[]): Promise<boolean> {
  return change(deps, async (tx) => {
    const { footprint, places: known, deliveriesHeldSince } = await getWhereabouts(tx)
    const current = await findFootprint(tx)
    const isFirst = footprint === null
    const isElsewhere = known.length > 0 && !places.some((place) => known.includes(place))
    const isCopy = !isFirst && (footprint !== current || isElsewhere)
    if (!isCopy) {
      await updateWhereabouts(tx, { footprint: current, places: [...new Set([...known, ...places])] })
      return deliveriesHeldSince !== null
    }
    const now = deps.now().toISOString()
    await updateWhereabouts(tx, { deliveriesHeldSince: deliveriesHeldSince ?? now, restoredAt: now })
    return true
  })
}

/** Holds deliveries on a copy that a start cannot recognize, such as a point-in-time recovery in place. */
export async function holdDeliveries(deps: Deps): Promise<void> {
  await change(deps, async (tx) => {
    const now = deps.now().toISOString()
    await updateWhereabouts(tx, { deliveriesHeldSince: now, restoredAt: now })
    await record(tx, { caller: CLI, at: deps.now(), action: 'deliveries.hold', target: 'installation' })
  })
}

/** Makes this database the one that delivers. Returns false if deliveries were not held. */
export async function releaseDeliveries(deps: Deps, places: string[]): Promise<boolean> {
  return change(deps, async (tx) => {
    const { footprint, places: known, deliveriesHeldSince } = await getWhereabouts(tx)
    const current = await findFootprint(tx)
    // In another cluster, the known places are those of the original.
    const kept = footprint === current ? known : []
    await updateWhereabouts(tx, {
      footprint: current,
      places: [...new Set([...kept, ...places])],
      deliveriesHeldSince: null,
    })
    if (deliveriesHeldSince === null) return false
    await record(tx, { caller: CLI, at: deps.now(), action: 'deliveries.release', target: 'installation' })
    return true
  })
}

async function change<T>(deps: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await transaction(deps.db, async (tx) => {
    await lockInstallation(tx)
    return { value: await work(tx) }
  })
  if (result instanceof Refusal) throw new Error(result.code)
  return result.value
}
