import type {
  CreatedAlertDestination,
  NewAlertDestination,
} from '@counterfoil/contract/admin/alert-destinations.ts'
import { fieldName } from '@counterfoil/contract/words/reason.ts'
import type { Static } from 'typebox'
import { findInCells } from '../../../platform/cells/merge.ts'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { orderedId } from '../../../platform/database/ordered-id.ts'
import { targetIssues } from '../../../platform/outbound/guarded-targets.ts'
import { type Issue, invalid, issueAt, type Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { Caller } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { findMerchant } from '../../catalog/merchant-queries.ts'
import { isTimezone, UNKNOWN_TIMEZONE } from '../../catalog/timezone.ts'
import { findPartner } from '../../partners/queries.ts'
import { reachOf } from '../../stored-alerts/reach.ts'
import { auditable } from './auditable.ts'
import {
  type DestinationFields,
  type DestinationRecord,
  deleteDestination,
  findTarget,
  insertDestination,
  lockDestination,
  updateDestination,
} from './destination-queries.ts'
import { newSecret, openTarget, sealTarget } from './sealed-target.ts'

type Input = Static<typeof NewAlertDestination>
type Changes = Partial<DestinationFields & { url: string }>

const DEFAULTS = {
  alertKinds: null,
  merchantId: null,
  partnerId: null,
  timing: 'AT_ONCE',
  language: 'en',
  timezone: 'UTC',
  quietHours: null,
  addresses: null,
} as const

export async function createDestination(
  deps: Runtime,
  caller: Caller,
  { kind, url, ...input }: Input,
): Promise<Static<typeof CreatedAlertDestination> | Refusal> {
  const { vault } = deps
  const fields = { ...DEFAULTS, ...input, ...ownIds(caller, input) }
  const id = orderedId()
  const secret = kind === 'SIGNED' ? newSecret() : null
  return transaction(deps.db, async (tx) => {
    const issues = [
      ...kindIssues(kind, { url, addresses: fields.addresses }),
      ...(await issuesOf(tx, deps, caller, { ...fields, ...(url !== undefined && { url }) })),
    ]
    if (issues.length > 0) return invalid(...issues)
    const now = deps.now()
    const target = url === undefined ? {} : sealTarget(vault, id, { url, secret })
    await insertDestination(tx, { id, kind, owner: ownerOf(caller), ...fields, ...target }, now)
    const created = (await lockDestination(tx, reachOf(caller), id)) as DestinationRecord
    await record(tx, {
      ...{ caller, at: now, action: 'alert_destination.create', target: `alert_destination:${id}` },
      after: auditable(created),
    })
    return { ...created, secret }
  })
}

export async function changeDestination(
  deps: Runtime,
  caller: Caller,
  id: string,
  { url, ...changes }: Changes,
  expectedVersion: number | null,
): Promise<DestinationRecord | Refusal> {
  return transaction(deps.db, async (tx) => {
    const before = await lockDestination(tx, reachOf(caller), id)
    if (!before) return refuse('not_found')
    if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
    const isFilterChanged = FILTERS.some(
      (name) => changes[name] !== undefined && changes[name] !== before[name],
    )
    const issues = [
      ...(isFilterChanged && before.owner !== 'OPERATOR' ? [UNCHANGEABLE] : []),
      ...changedKindIssues(before.kind, { url, addresses: changes.addresses }),
      ...(await issuesOf(tx, deps, caller, { ...before, ...changes, ...(url !== undefined && { url }) })),
    ]
    if (issues.length > 0) return invalid(...issues)
    const now = deps.now()
    const target =
      url === undefined ? {} : sealTarget(deps.vault, id, { url, secret: await secretOf(tx, deps, id) })
    await updateDestination(tx, id, { ...changes, ...target }, now)
    const after = (await lockDestination(tx, reachOf(caller), id)) as DestinationRecord
    await record(tx, {
      ...{ caller, at: now, action: 'alert_destination.update', target: `alert_destination:${id}` },
      before: auditable(before),
      after: { ...auditable(after, before), ...(url !== undefined && { isUrlChanged: true }) },
    })
    return after
  })
}

export async function removeDestination(deps: Runtime, caller: Caller, id: string): Promise<null | Refusal> {
  return transaction(deps.db, async (tx) => {
    const before = await lockDestination(tx, reachOf(caller), id)
    if (!before) return refuse('not_found')
    await deleteDestination(tx, id)
    await record(tx, {
      ...{ caller, at: deps.now(), action: 'alert_destination.delete', target: `alert_destination:${id}` },
      before: auditable(before),
    })
    return null
  })
}

export async function replaceSecret(
  deps: Runtime,
  caller: Caller,
  id: string,
): Promise<{ secret: string } | Refusal> {
  const { vault } = deps
  return transaction(deps.db, async (tx) => {
    const before = await lockDestination(tx, reachOf(caller), id)
    const stored = before?.kind === 'SIGNED' ? await findTarget(tx, id) : null
    if (!stored?.sealed) return refuse('not_found')
    const secret = newSecret()
    const now = deps.now()
    const { url } = openTarget(vault, id, stored.sealed)
    await updateDestination(tx, id, sealTarget(vault, id, { url, secret }), now)
    await record(tx, {
      ...{ caller, at: now, action: 'alert_destination.secret', target: `alert_destination:${id}` },
      after: {},
    })
    return { secret }
  })
}

const FILTERS = ['merchantId', 'partnerId'] as const
const UNCHANGEABLE = issueAt('/merchantId', 'issue.own')

function ownerOf({ role }: Caller): DestinationRecord['owner'] {
  return role === 'merchant' ? 'MERCHANT' : role === 'partner' ? 'PARTNER' : 'OPERATOR'
}

/** What a merchant or a partner creates is for its own alerts, without having to say so. */
function ownIds(caller: Caller, { merchantId }: Partial<DestinationFields>): Partial<DestinationFields> {
  const { merchantIds, partnerId } = reachOf(caller)
  if (partnerId !== null) return { partnerId }
  return merchantIds?.length === 1 && merchantId === undefined ? { merchantId: merchantIds[0] as string } : {}
}

/** The URL of a stored target is replaced, and its secret stays. If no key can decrypt it, it is replaced as well. */
async function secretOf(tx: Tx, { vault }: Runtime, id: string): Promise<string | null> {
  const stored = await findTarget(tx, id)
  if (stored?.kind !== 'SIGNED' || stored.sealed === null) return null
  try {
    return openTarget(vault, id, stored.sealed).secret
  } catch {
    return newSecret()
  }
}

type Where = { url?: string | undefined; addresses?: string[] | null | undefined }

function kindIssues(kind: Input['kind'], { url, addresses }: Where): Issue[] {
  if (kind === 'EMAIL' && !addresses) return [issueAt('/addresses', 'issue.neededFor', { code: kind })]
  if (kind !== 'EMAIL' && url === undefined) return [issueAt('/url', 'issue.neededFor', { code: kind })]
  return changedKindIssues(kind, { url, addresses })
}

function changedKindIssues(kind: Input['kind'], { url, addresses }: Where): Issue[] {
  if (kind === 'EMAIL' && url !== undefined) return [issueAt('/url', 'issue.notFor', { code: kind })]
  if (kind === 'EMAIL' && addresses === null)
    return [issueAt('/addresses', 'issue.neededFor', { code: kind })]
  if (kind !== 'EMAIL' && addresses) return [issueAt('/addresses', 'issue.onlyFor', { code: 'EMAIL' })]
  return []
}

/** Checks beyond the schema: an owner that the caller has, a URL that we may call, a time zone that exists. */
async function issuesOf(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  { url, timezone, quietHours, merchantId, partnerId }: DestinationFields & { url?: string },
): Promise<Issue[]> {
  const { merchantIds } = reachOf(caller)
  const isOnePeriod = quietHours !== null && quietHours.from === quietHours.until
  const isForBoth = merchantId !== null && partnerId !== null
  const isForAll = merchantIds !== null && merchantId === null
  const isOfOther = merchantId !== null && !(await merchantExists(tx, deps, caller, merchantId))
  const isOfOtherPartner = partnerId !== null && !(await findPartner(tx, caller, partnerId))
  return [
    ...(url === undefined ? [] : targetIssues('/url', url, deps.config)),
    ...(isTimezone(timezone) ? [] : [UNKNOWN_TIMEZONE]),
    ...(isOnePeriod ? [issueAt('/quietHours/until', 'issue.differentFrom')] : []),
    ...(isForBoth ? [issueAt('/partnerId', 'issue.notTogether', { field: fieldName('merchantId') })] : []),
    ...(isForAll ? [issueAt('/merchantId', 'issue.needed')] : []),
    ...(isOfOther ? [issueAt('/merchantId', 'issue.notKnown')] : []),
    ...(isOfOtherPartner ? [issueAt('/partnerId', 'issue.notKnown')] : []),
  ]
}

async function merchantExists(
  tx: Tx,
  { cells, cell }: Runtime,
  caller: Caller,
  id: string,
): Promise<boolean> {
  return (await findInCells({ cells, cell, db: tx }, ({ db }) => findMerchant(db, caller, id))) !== null
}
