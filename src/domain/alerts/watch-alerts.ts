import type { AlertKind } from '@counterfoil/contract/admin/alerts.ts'
import { listMerchantsIn } from '../../platform/cells/cell-queries.ts'
import type { Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { alertKey } from '../stored-alerts/alert-key.ts'
import {
  findCheckedAt,
  insertAlerts,
  listOpenAlerts,
  lockUnannounced,
  updateAnnounced,
  updateCheckedAt,
  updateEnded,
} from '../stored-alerts/alert-queries.ts'
import { EVERYTHING } from '../stored-alerts/reach.ts'
import { findDeliveriesHeldSince } from '../webhooks/hold-queries.ts'
import { type CurrentAlert, computeAlerts } from './current-alerts.ts'
import { type Destination, listAllDestinations } from './destinations/destination-queries.ts'
import { composeMessages } from './messages/compose-messages.ts'
import { isWanted } from './messages/is-wanted.ts'
import { insertBeginLines, insertEndLines, lockWatch } from './messages/message-queries.ts'

const MINUTE_MS = 60 * 1000
/** Computing the current alerts reads the pools of all vouchers. */
const CHECK_EVERY_MS = MINUTE_MS
const DEADLINE_MS = 60_000

/** An attempt that fails now and then is no news: these alerts are stored and sent when they have lasted this long. */
const MIN_AGE_MS: Partial<Record<AlertKind, number>> = {
  ENDPOINT_FAILING: 10 * MINUTE_MS,
  DESTINATION_FAILING: 10 * MINUTE_MS,
}

/** An alert that became this one has not ended. */
const WORSE: Partial<Record<AlertKind, AlertKind>> = {
  POOL_LOW: 'POOL_EMPTY',
  CAP_NEARLY_REACHED: 'CAP_REACHED',
  ENDPOINT_FAILING: 'ENDPOINT_PAUSED',
}

/**
 * Stores which alerts have begun and ended, hands both to the destinations that want them, and composes their messages. All
 * of it is one transaction, so nothing is lost and nothing comes twice. One worker of the cluster does so at a time.
 */
type WatchDeps = Pick<Runtime, 'db' | 'cells' | 'cell' | 'now'>

export async function watchAlerts(deps: WatchDeps): Promise<void> {
  const { db, now } = deps
  // On a restored copy, nothing is sent until the deliveries are released.
  if ((await findDeliveriesHeldSince(db)) !== null) return
  await db.begin(async (tx) => {
    if (!(await lockWatch(tx))) return
    await tx.extendDeadline(DEADLINE_MS)
    const at = now()
    const destinations = await listAllDestinations(tx)
    const checkedAt = await findCheckedAt(tx)
    if (checkedAt === null || at.getTime() - checkedAt.getTime() >= CHECK_EVERY_MS) await check(tx, deps, at)
    await announce(tx, destinations, at)
    await composeMessages(tx, destinations, at)
  })
}

/** Compares the alerts that last now with those that are stored as open. */
async function check(tx: Tx, { cells, cell }: WatchDeps, now: Date): Promise<void> {
  const open = await listOpenAlerts(tx)
  const openKeys = new Set(open.map(alertKey))
  const current = await computeAlerts({ cells, cell, db: tx }, EVERYTHING, now)
  const lasting = current.filter((alert) => openKeys.has(alertKey(alert)) || isOldEnough(alert, now))
  const lastingKeys = new Set(lasting.map(alertKey))
  const begun = lasting.filter((alert) => !openKeys.has(alertKey(alert)))
  const dead = lasting.flatMap(({ kind, subject }) => (kind === 'CELL_UNREACHABLE' ? [subject.id] : []))
  const unknown = await listMerchantsIn(tx, dead)
  const ended = open.filter(
    (alert) => !lastingKeys.has(alertKey(alert)) && !unknown.has(alert.merchantId ?? ''),
  )
  const over = ended.filter(({ kind, subject }) => {
    const worse = WORSE[kind]
    return worse === undefined || !lastingKeys.has(alertKey({ kind: worse, subject }))
  })
  if (begun.length > 0)
    await insertAlerts(
      tx,
      begun.map((alert) => newAlert(alert, now)),
      false,
    )
  if (ended.length > 0) await updateEnded(tx, idsOf(ended), now)
  if (over.length > 0) await insertEndLines(tx, idsOf(over), now)
  await updateCheckedAt(tx, now)
}

function isOldEnough({ kind, since }: CurrentAlert, now: Date): boolean {
  const minAgeMs = MIN_AGE_MS[kind] ?? 0
  return since === null || now.getTime() - Date.parse(since) >= minAgeMs
}

function newAlert({ since, delivery: _, ...alert }: CurrentAlert, now: Date) {
  return { ...alert, id: orderedId(), beganAt: since === null ? now : new Date(since) }
}

const idsOf = (alerts: { id: string }[]) => alerts.map(({ id }) => id)

/** Hands new alerts and notices to the destinations that want them. */
async function announce(tx: Tx, destinations: Destination[], now: Date): Promise<void> {
  const alerts = await lockUnannounced(tx)
  if (alerts.length === 0) return
  const lines = alerts.flatMap((alert) =>
    destinations
      .filter((destination) => isWanted(destination, alert))
      .map(({ id }) => ({ destinationId: id, alertId: alert.id, kind: alert.kind })),
  )
  if (lines.length > 0) await insertBeginLines(tx, lines, now)
  await updateAnnounced(tx, idsOf(alerts))
}
