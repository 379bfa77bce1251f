import type { Tx } from '../../platform/database/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import type { PartnersDeps } from '../partners/directory.ts'
import { timeOf } from '../partners/partner-time.ts'
import { isDigits } from './counter-code.ts'
import { lockOpenDevice } from './device-queries.ts'
import { GUESS_LIMIT, guessWait } from './guess-limit.ts'
import { insertGuess, listLastGuesses } from './guess-queries.ts'
import { type FoundCode, lockCode, type SoughtCode, updateHold } from './intent-queries.ts'
import { findUse, type Use } from './use-queries.ts'

export const HOLD_SECONDS = 60

/** What hands a code back: a device of an outlet, or a test partner that plays one. */
export type Taker =
  | { kind: 'device'; id: string; outletId: string; merchantId: string }
  | { kind: 'test partner'; id: string }

/** A code that this taker holds now. */
export type TakenCode = FoundCode & { partner: PartnerEntry }

/** The voucher was redeemed already, by this taker. */
export type UsedCode = { use: Use }

/**
 * Finds a code and holds it for the taker, in the published order of refusals. A wrong entry of six digits is counted, so
 * the transaction commits after a refusal, too.
 */
export async function takeCode(
  deps: PartnersDeps,
  taker: Taker,
  code: string,
): Promise<TakenCode | UsedCode | Refusal> {
  const taken = await deps.db.begin(async (tx) => {
    const found = await findOrCount(tx, deps, taker, code)
    if (found instanceof Refusal) return found
    const partner = await deps.partners.byId(found.partnerId)
    if (!partner || partner.disabled || !reaches(taker, found)) return refuse('code_not_found')
    const refusal = judgePlaceAndAge(taker, found)
    if (refusal) return refusal
    const now = timeOf(partner, deps.now())
    const use = await findUse(tx, { userId: found.userId, key: found.key, now })
    if (use) return isUseOf(taker, use) ? { use } : refuse('code_used')
    if (found.heldBy !== null && found.heldBy !== taker.id) return refuse('code_held')
    if (found.isFresh) await updateHold(tx, found, taker.id, HOLD_SECONDS)
    return { ...found, partner }
  })
  return taken as TakenCode | UsedCode | Refusal
}

/** Only six digits can be guessed: the other codes have 128 random bits. */
async function findOrCount(
  tx: Tx,
  { now, vault }: Pick<Runtime, 'now' | 'vault'>,
  taker: Taker,
  code: string,
): Promise<FoundCode | Refusal> {
  const hashes = vault.hashes('counter codes', code)
  const isTyped = isDigits(code)
  if (taker.kind === 'test partner') {
    const sought = isTyped ? { digitsHashes: hashes, at: { partnerId: taker.id } } : { codeHashes: hashes }
    return (await lockCode(tx, sought)) ?? refuse('code_not_found')
  }
  if (isTyped && !(await lockOpenDevice(tx, taker.id))) return refuse('unauthorized')
  const retryAfterSeconds = guessWait(await listLastGuesses(tx, taker.id, GUESS_LIMIT.guesses), now())
  if (retryAfterSeconds !== null) return refuse('rate_limited', { retryAfterSeconds })
  const { outletId } = taker
  const sought: SoughtCode = isTyped ? { digitsHashes: hashes, at: { outletId } } : { codeHashes: hashes }
  const found = await lockCode(tx, sought)
  if (!found && isTyped) await insertGuess(tx, taker, now())
  return found ?? refuse('code_not_found')
}

/** A device does not learn that another merchant has such a code, nor a test partner that another partner has. */
function reaches(taker: Taker, { merchantId, partnerId }: FoundCode): boolean {
  return taker.kind === 'device' ? taker.merchantId === merchantId : taker.id === partnerId
}

function judgePlaceAndAge(taker: Taker, code: FoundCode): Refusal | null {
  if (taker.kind === 'device' && taker.outletId !== code.outletId) return refuse('code_of_another_outlet')
  const isHeldByTaker = code.heldBy === taker.id && code.heldCode === code.number
  return code.isOfIntent && (code.isFresh || isHeldByTaker) ? null : refuse('code_expired')
}

export function isUseOf(taker: Taker, { method, deviceId }: Use): boolean {
  return method === 'QR' && deviceId === (taker.kind === 'device' ? taker.id : null)
}
