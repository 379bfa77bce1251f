import type { Refusal } from '../../platform/refusal.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { type Actor, record } from '../audit/record.ts'
import { changePartner } from '../partners/change-partner.ts'
import { updateToReset } from '../partners/queries.ts'
import { buildScenarios } from './build-scenarios.ts'
import type { SandboxDeps } from './fill-sandbox.ts'
import { emptySandbox, lockSandbox } from './queries.ts'
import { storeScenarioPicture } from './scenario-picture.ts'

/** The sandbox may contain the records of a load test. */
const RESET_TIMEOUT_MS = 60_000

/** Deletes everything that the users of a test partner have done, and restores its scenarios. */
export async function resetSandbox(
  deps: SandboxDeps,
  actor: Actor,
  { id }: PartnerEntry,
): Promise<null | Refusal> {
  const imagePath = await storeScenarioPicture(deps)
  const outcome = await changePartner<null>(deps, id, async (tx) => {
    await tx.extendDeadline(RESET_TIMEOUT_MS)
    await lockSandbox(tx, id)
    const now = deps.now()
    await emptySandbox(tx, id)
    await updateToReset(tx, id)
    await buildScenarios(tx, { vault: deps.vault, partnerId: id, imagePath, now })
    await record(tx, { caller: actor, at: now, action: 'sandbox.reset', target: `partner:${id}` })
    return null
  })
  deps.catalog.changedHere()
  return outcome
}
