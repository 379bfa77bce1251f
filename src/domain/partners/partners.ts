import { type NewPartner, TEST_SLUG_SUFFIX } from '@counterfoil/contract/admin/partners.ts'
import { isWebviewScreen } from '@counterfoil/contract/consumer/webview-screens.ts'
import { EVENT_TYPES } from '@counterfoil/contract/events.ts'
import type { Static } from 'typebox'
import type { Config } from '../../platform/config.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { targetIssue } from '../../platform/outbound/guarded-targets.ts'
import { type Issue, invalid, type Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { fillSandbox, generateTestKey, SCENARIO_SCOPE } from '../sandbox/fill-sandbox.ts'
import { storeScenarioPicture } from '../sandbox/scenario-picture.ts'
import type { Caller } from '../staff/caller.ts'
import { resetEndpoint } from '../webhooks/delivery-queries.ts'
import { changePartner } from './change-partner.ts'
import { publicKeyIssue } from './public-key.ts'
import {
  insertPartner,
  insertSecret,
  listUnknownInScope,
  lockPartner,
  type PartnerFields,
  type PartnerRecord,
  updatePartner as updatePartnerRow,
} from './queries.ts'
import { generateSecret, sealedSecret } from './secret-rotation.ts'

/** The fields that a partner may change with its own key. */
const OWN_FIELDS = new Set(['webhookUrl', 'eventTypes', 'jwksUrl', 'publicKey', 'nextPublicKey'])

export async function createPartner(
  deps: Deps,
  caller: Caller,
  { secret = generateSecret(), slug, mode = 'live', ...given }: Static<typeof NewPartner>,
): Promise<(PartnerRecord & { secret: string }) | Refusal> {
  // `/app/wallet` would be ambiguous.
  if (isWebviewScreen(slug)) return refuse('slug_taken')
  const wrongSlug = slugIssue(slug, mode)
  if (wrongSlug) return invalid(wrongSlug)
  const sandbox =
    mode === 'test' ? { testKey: generateTestKey(), imagePath: await storeScenarioPicture(deps) } : null
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
    frameAncestors: [],
    scope: null,
    eventTypes: [...EVENT_TYPES],
    integrationRequestsPerMinute: null,
    consumerRequestsPerMinute: null,
    ...given,
    ...(sandbox && given.scope === undefined && { scope: SCENARIO_SCOPE }),
    ...(sandbox && !given.jwksUrl && !given.publicKey && { publicKey: sandbox.testKey.publicKey }),
  }
  const id = orderedId()
  return changePartner(deps, id, async (tx) => {
    const issues = await issuesOf(tx, deps.config, fields)
    if (issues.length > 0) return invalid(...issues)
    const now = deps.now()
    const partner = await insertPartner(tx, { id, slug, mode, twinOf: null, ...fields }, now)
    await insertSecret(tx, sealedSecret(deps.vault, partner.id, 'SIGNING', secret), now)
    if (sandbox) await fillSandbox(tx, { vault: deps.vault, partnerId: partner.id, ...sandbox, now })
    await record(tx, {
      caller,
      at: now,
      action: 'partner.create',
      target: `partner:${partner.id}`,
      after: partner,
    })
    return { ...partner, secret }
  })
}

/** Everybody sees by the slug whether a partner is a test partner. */
function slugIssue(slug: string, mode: PartnerRecord['mode']): Issue | null {
  const isTestSlug = slug.endsWith(TEST_SLUG_SUFFIX)
  if (isTestSlug === (mode === 'test')) return null
  const message = isTestSlug
    ? `must not end in ${TEST_SLUG_SUFFIX}: only test partners have such a slug`
    : `must end in ${TEST_SLUG_SUFFIX} for a test partner`
  return { path: '/slug', message }
}

export async function updatePartner(
  deps: Deps,
  caller: Caller,
  id: string,
  changes: Partial<PartnerFields>,
  expectedVersion: number | null,
): Promise<PartnerRecord | Refusal> {
  if (caller.role === 'partner' && Object.keys(changes).some((name) => !OWN_FIELDS.has(name)))
    return refuse('forbidden')
  return changePartner(deps, id, async (tx) => {
    const before = await lockPartner(tx, caller, id)
    if (!before) return refuse('not_found')
    if (expectedVersion !== null && expectedVersion !== before.version) return refuse('version_conflict')
    const issues = await issuesOf(tx, deps.config, changes)
    if (issues.length > 0) return invalid(...issues)
    const now = deps.now()
    const isMoving = changes.webhookUrl !== undefined && changes.webhookUrl !== before.webhookUrl
    // Failures of the old URL do not count against the new one.
    if (isMoving) await resetEndpoint(tx, id, now)
    const after = await updatePartnerRow(tx, id, changes, now)
    await record(tx, { caller, at: now, action: 'partner.update', target: `partner:${id}`, before, after })
    return after
  })
}

/** Checks beyond the schema: keys that work, URLs that we may call, a scope that exists. */
async function issuesOf(tx: Tx, config: Config, fields: Partial<PartnerFields>): Promise<Issue[]> {
  const found = [
    { path: '/publicKey', message: fields.publicKey ? publicKeyIssue(fields.publicKey) : null },
    { path: '/nextPublicKey', message: fields.nextPublicKey ? publicKeyIssue(fields.nextPublicKey) : null },
    { path: '/jwksUrl', message: fields.jwksUrl ? targetIssue(fields.jwksUrl, config) : null },
    { path: '/webhookUrl', message: fields.webhookUrl ? targetIssue(fields.webhookUrl, config) : null },
    ...frameIssues(fields.frameAncestors ?? [], config),
    ...(fields.scope ? await scopeIssues(tx, fields.scope) : []),
  ]
  return found.filter((issue): issue is Issue => issue.message !== null)
}

/** The schema allows http only for this machine, so that a page under development can frame the webview. */
function frameIssues(origins: string[], { allowPrivateTargets }: Config): Issue[] {
  return origins.flatMap((origin, index) =>
    allowPrivateTargets || origin.startsWith('https:')
      ? []
      : [
          {
            path: `/frameAncestors/${index}`,
            message: 'must be an https origin: http needs ALLOW_PRIVATE_TARGETS=true',
          },
        ],
  )
}

/** The merchants and categories of a scope that do not exist. */
export async function scopeIssues(tx: Reader, scope: NonNullable<PartnerFields['scope']>): Promise<Issue[]> {
  const unknown = await listUnknownInScope(tx, scope)
  return [
    ...unknown.merchantIds.map((id) => ({
      path: '/scope/merchantIds',
      message: `${id} is not a known merchant`,
    })),
    ...unknown.categories.map((slug) => ({
      path: '/scope/categories',
      message: `${slug} is not a known category`,
    })),
  ]
}
