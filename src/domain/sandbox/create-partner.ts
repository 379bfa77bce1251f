import type { NewPartner } from '@counterfoil/contract/admin/partners.ts'
import type { Static } from 'typebox'
import type { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../actors/caller.ts'
import type { ImagesDeps } from '../images/image-library.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { addPartner, type CreatedPartner } from '../partners/partners.ts'
import { fillSandbox, generateTestKey, SCENARIO_SCOPE } from './fill-sandbox.ts'
import { storeScenarioPicture } from './scenario-picture.ts'

/** Creates a partner. A test partner gets a sandbox, and a key of ours if the request brings none. */
export async function createPartner(
  deps: PartnersDeps & ImagesDeps,
  caller: Caller,
  input: Static<typeof NewPartner>,
): Promise<CreatedPartner | Refusal> {
  if (input.mode !== 'test') return addPartner(deps, caller, input)
  const testKey = generateTestKey()
  const imagePath = await storeScenarioPicture(deps)
  const bringsKey = input.jwksUrl || input.publicKey
  return addPartner(
    deps,
    caller,
    { scope: SCENARIO_SCOPE, ...input, ...(!bringsKey && { publicKey: testKey.publicKey }) },
    (tx, partnerId, now) => fillSandbox(tx, { vault: deps.vault, partnerId, testKey, imagePath, now }),
  )
}
