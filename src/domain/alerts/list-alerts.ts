import type { Alert } from '@counterfoil/contract/admin/alerts.ts'
import type { Static } from 'typebox'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { readAlert } from '../stored-alerts/alert-facts.ts'
import { alertKey } from '../stored-alerts/alert-key.ts'
import { listNoticesSince, listOpenAlerts } from '../stored-alerts/alert-queries.ts'
import { alertSentence } from '../stored-alerts/alert-words.ts'
import { isSeenBy, reachOf } from '../stored-alerts/reach.ts'
import { computeAlerts } from './current-alerts.ts'

type AlertRecord = Static<typeof Alert>

/** A notice has no end, so it is listed for a while. */
const NOTICES_LISTED_MS = 7 * 24 * 60 * 60 * 1000

/** What the caller sees of the alerts that last now and of the notices of the last 7 days, newest first. */
export async function listAlerts(deps: Runtime, caller: Caller): Promise<AlertRecord[]> {
  const { db, now } = deps
  const reach = reachOf(caller)
  const at = now()
  const [current, notices] = await Promise.all([
    computeAlerts(deps, reach, at),
    listNoticesSince(db, new Date(at.getTime() - NOTICES_LISTED_MS)),
  ])
  const noticed = current.some(({ since }) => since === null) ? await listOpenAlerts(db) : []
  const beginByKey = new Map(noticed.map((one) => [alertKey(one), one.beganAt]))
  const lasting = current.map(({ since, delivery = null, ...alert }) => ({
    ...{ kind: alert.kind, message: alertSentence(alert), facts: readAlert(alert), subject: alert.subject },
    since: since ?? beginByKey.get(alertKey(alert)) ?? at.toISOString(),
    delivery,
  }))
  const happened = notices
    .filter((notice) => isSeenBy(notice, reach))
    .map(({ beganAt, ...notice }) => ({
      ...{
        kind: notice.kind,
        message: alertSentence(notice),
        facts: readAlert(notice),
        subject: notice.subject,
      },
      ...{ since: beganAt, delivery: null },
    }))
  return [...lasting, ...happened].sort((a, b) => Date.parse(b.since) - Date.parse(a.since))
}
