import { TEST_SLUG_SUFFIX } from '@counterfoil/contract/admin/partners.ts'
import type { Tx } from '../../platform/database/db.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { SYSTEM } from '../actors/caller.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { record } from '../audit/record.ts'
import { changePartner } from '../partners/change-partner.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import {
  findPartner,
  insertPartner,
  insertSecret,
  lockPartner,
  type NewPartnerRow,
  type PartnerRecord,
} from '../partners/queries.ts'
import { generateSecret, sealedSecret } from '../partners/secret-rotation.ts'
import { addKey } from '../staff/keys/api-keys.ts'
import {
  fillSandbox,
  generateTestKey,
  type SandboxDeps,
  SCENARIO_SCOPE,
  type TestKey,
} from './fill-sandbox.ts'
import { storeScenarioPicture } from './scenario-picture.ts'

/** `created` is null if the twin existed already. */
export type Twin = { partner: PartnerRecord; created: { secret: string; apiKey: string } | null }

/** Creates the test twin of a live partner, once. */
export async function createTwin(deps: SandboxDeps, caller: Caller, id: string): Promise<Twin | Refusal> {
  const twinId = orderedId()
  const imagePath = await storeScenarioPicture(deps)
  const twin = await changePartner<Twin>(deps, twinId, async (tx) => {
    const live = await lockPartner(tx, caller, id)
    if (!live) return refuse('not_found')
    if (live.mode === 'test') return { partner: live, created: null }
    const known = live.twinId === null ? null : await findPartner(tx, SYSTEM, live.twinId)
    if (known) return { partner: known, created: null }
    return insertTwin(tx, deps, caller, live, { id: twinId, imagePath })
  })
  deps.catalog.changedHere()
  return twin
}

async function insertTwin(
  tx: Tx,
  { vault, now: clock }: Runtime,
  caller: Caller,
  live: PartnerRecord,
  { id, imagePath }: { id: string; imagePath: string },
): Promise<Twin | Refusal> {
  const now = clock()
  const testKey = generateTestKey()
  const secret = generateSecret()
  const partner = await insertPartner(tx, twinOf(live, id, testKey), now)
  await insertSecret(tx, sealedSecret(vault, id, 'SIGNING', secret), now)
  const added = await addKey(tx, caller, { name: 'Sandbox', role: 'partner', partnerId: id }, now)
  if (added instanceof Refusal) return added
  await fillSandbox(tx, { vault, partnerId: id, imagePath, testKey, now })
  await record(tx, { caller, at: now, action: 'sandbox.create', target: `partner:${id}`, after: partner })
  return { partner, created: { secret, apiKey: added.key } }
}

const MAX_SLUG_LENGTH = 63

/** The twin looks like the live partner, but has its own slug, issuer and key. It starts without a webhook URL. */
function twinOf(live: PartnerRecord, id: string, { publicKey }: TestKey): NewPartnerRow {
  const slug = `${live.slug.slice(0, MAX_SLUG_LENGTH - TEST_SLUG_SUFFIX.length)}${TEST_SLUG_SUFFIX}`
  return {
    ...{
      id,
      slug,
      mode: 'test',
      twinOf: live.id,
      name: `${live.name} (test)`,
      displayName: live.displayName,
    },
    ...{ logoPath: live.logoPath, accentColor: live.accentColor, shareUrl: live.shareUrl },
    frameAncestors: live.frameAncestors,
    ...{ jwtIssuer: `counterfoil-test:${slug}`, jwtAudience: null, maxTokenLifetimeSeconds: null },
    ...{ publicKey, nextPublicKey: null, jwksUrl: null },
    ...{ webhookUrl: null, eventTypes: live.eventTypes, disabled: false, requireV2: live.requireV2 },
    ...{ integrationRequestsPerMinute: null, consumerRequestsPerMinute: null },
    scope: SCENARIO_SCOPE,
  }
}

/** The test partner of an id: the partner itself, or the twin of a live partner. */
export async function findTestPartner(
  deps: PartnersDeps,
  caller: Caller,
  id: string,
): Promise<PartnerEntry | Refusal> {
  const named = await findPartner(deps.db, caller, id)
  const testId = named?.mode === 'test' ? named.id : named?.twinId
  return (testId ? await deps.partners.byId(testId) : null) ?? refuse('not_found')
}
