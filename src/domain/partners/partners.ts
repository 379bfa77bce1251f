import {
  type NewPartner,
  TEST_SLUG_SUFFIX,
  updatePartner as updatePartnerRoute,
} from '@counterfoil/contract/admin/partners.ts'
import { isWebviewScreen } from '@counterfoil/contract/consumer/webview-screens.ts'
import { EVENT_TYPES } from '@counterfoil/contract/events.ts'
import type { Static } from 'typebox'
import type { Config } from '../../platform/config.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { targetIssues } from '../../platform/outbound/guarded-targets.ts'
import { type Issue, invalid, issueAt, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import { mayWrite } from '../actors/may-write.ts'
import { record } from '../audit/record.ts'
import {
  type Approved,
  needsApproval,
  requestApproval,
  type SentForApproval,
  writeOrRequest,
} from '../guarded-changes/guard.ts'
import { isGuardedPartnerChange } from '../guarded-changes/guarded-fields.ts'
import { changePartner } from './change-partner.ts'
import type { PartnersDeps } from './directory.ts'
import { publicKeyIssues } from './public-key.ts'
import {
  insertPartner,
  insertSecret,
  listUnknownInScope,
  lockPartner,
  type PartnerFields,
  type PartnerRecord,
  updatePartner,
} from './queries.ts'
import { generateSecret, sealedSecret } from './secret-rotation.ts'

/** A new partner with its secret, which is shown only once. */
export type CreatedPartner = PartnerRecord & { secret: string }

/** `withPartner` runs in the same transaction, and can write more records of the new partner. */
export async function addPartner(
  deps: PartnersDeps,
  caller: Caller,
  { secret = generateSecret(), slug, mode = 'live', ...input }: Static<typeof NewPartner>,
  withPartner: (tx: Tx, partnerId: string, now: Date) => Promise<void> = async () => {},
): Promise<CreatedPartner | Refusal> {
  // A partner cannot have the slug of a screen: `/app/wallet` would be ambiguous.
  if (isWebviewScreen(slug)) return refuse('slug_taken')
  const wrongSlug = slugIssue(slug, mode)
  if (wrongSlug) return invalid(wrongSlug)
  const fields: PartnerFields = {
    jwksUrl: null,
    publicKey: null,
    nextPublicKey: null,
    jwtAudience: null,
    maxTokenLifetimeSeconds: null,
    webhookUrl: null,
    disabled: false,
    requireV2: false,
    accentColor: null,
    shareUrl: null,
    frameAncestors: [],
    scope: null,
    eventTypes: [...EVENT_TYPES],
    integrationRequestsPerMinute: null,
    consumerRequestsPerMinute: null,
    ...input,
  }
  const id = orderedId()
  return changePartner(deps, id, async (tx) => {
    const issues = await issuesOf(tx, deps.config, fields)
    if (issues.length > 0) return invalid(...issues)
    const now = deps.now()
    // With approvals, a new partner works from the moment that a second person enables it.
    const waits =
      mode === 'live' && !fields.disabled && (await needsApproval(tx, { merchantId: null, partnerId: null }))
    const row = { id, slug, mode, twinOf: null, ...fields, disabled: fields.disabled || waits }
    const partner = await insertPartner(tx, row, now)
    await insertSecret(tx, sealedSecret(deps.vault, partner.id, 'SIGNING', secret), now)
    await withPartner(tx, partner.id, now)
    await record(tx, {
      caller,
      at: now,
      action: 'partner.create',
      target: `partner:${partner.id}`,
      after: partner,
    })
    if (waits) await requestEnabling(tx, deps, caller, partner)
    return { ...partner, secret }
  })
}

async function requestEnabling(tx: Tx, deps: PartnersDeps, caller: Caller, partner: PartnerRecord) {
  const request = { kind: 'partner.update' as const, target: `partner:${partner.id}`, merchantId: null }
  const change = { partnerId: partner.id, records: [partner], payload: { disabled: false } }
  const preview = { before: { disabled: true }, after: { disabled: false } }
  await requestApproval(tx, deps, caller, { ...request, ...change }, preview)
}

/** The slug shows whether a partner is a test partner. */
function slugIssue(slug: string, mode: PartnerRecord['mode']): Issue | null {
  const isTestSlug = slug.endsWith(TEST_SLUG_SUFFIX)
  if (isTestSlug === (mode === 'test')) return null
  return issueAt('/slug', isTestSlug ? 'issue.testSlug' : 'issue.noTestSlug', { suffix: TEST_SLUG_SUFFIX })
}

export type PartnerUpdate = {
  id: string
  changes: Partial<PartnerFields>
  expectedVersion: number | null
  /** Runs in the same transaction, and can write records that follow from the changes. */
  beforeChange: (tx: Tx, before: PartnerRecord, now: Date) => Promise<void>
}

/** Changes the fields of a partner, or requests the change. Runs in `changePartner`. */
export async function changeFields(
  tx: Tx,
  deps: PartnersDeps,
  caller: Caller,
  { id, changes, expectedVersion, beforeChange }: PartnerUpdate,
  approved?: Approved,
): Promise<PartnerRecord | SentForApproval | Refusal> {
  if (!mayWrite(caller, updatePartnerRoute, changes)) return refuse('forbidden')
  const before = await lockPartner(tx, caller, id)
  if (!before) return refuse('not_found')
  if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
  const issues = await issuesOf(tx, deps.config, changes)
  if (issues.length > 0) return invalid(...issues)
  const [now, target] = [deps.now(), `partner:${id}`]
  const write = async () => {
    await beforeChange(tx, before, now)
    const after = await updatePartner(tx, id, changes, now)
    await record(tx, { caller, at: now, action: 'partner.update', target, before, after })
    return after
  }
  const request = { kind: 'partner.update' as const, target, merchantId: null, partnerId: before.id }
  return writeOrRequest(
    tx,
    deps,
    caller,
    { ...request, records: [before], payload: changes },
    { before, changes, write, isGuarded: isGuardedPartnerChange, approved },
  )
}

/** Checks beyond the schema: keys that work, URLs that we may call, a scope that exists. */
async function issuesOf(tx: Tx, config: Config, fields: Partial<PartnerFields>): Promise<Issue[]> {
  const { publicKey, nextPublicKey, jwksUrl, webhookUrl } = fields
  return [
    ...(publicKey ? publicKeyIssues('/publicKey', publicKey) : []),
    ...(nextPublicKey ? publicKeyIssues('/nextPublicKey', nextPublicKey) : []),
    ...(jwksUrl ? targetIssues('/jwksUrl', jwksUrl, config) : []),
    ...(webhookUrl ? targetIssues('/webhookUrl', webhookUrl, config) : []),
    ...frameIssues(fields.frameAncestors ?? [], config),
    ...(fields.scope ? await scopeIssues(tx, fields.scope) : []),
  ]
}

/** The schema allows http only for this machine, so that a page under development can frame the webview. */
function frameIssues(origins: string[], { allowPrivateTargets }: Config): Issue[] {
  return origins.flatMap((origin, index) =>
    allowPrivateTargets || origin.startsWith('https:')
      ? []
      : [issueAt(`/frameAncestors/${index}`, 'issue.origin')],
  )
}

/** The merchants and categories of a scope that do not exist. */
export async function scopeIssues(tx: Reader, scope: NonNullable<PartnerFields['scope']>): Promise<Issue[]> {
  const unknown = await listUnknownInScope(tx, scope)
  return [
    ...unknown.merchantIds.map((id) => issueAt('/scope/merchantIds', 'issue.merchants', { id })),
    ...unknown.categories.map((id) => issueAt('/scope/categories', 'issue.categories', { id })),
  ]
}
