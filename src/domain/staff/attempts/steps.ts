import { randomBytes } from 'node:crypto'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { hashKey } from '../../../platform/key-hash.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import type { Visitor } from '../sessions/sessions.ts'
import { findOwnerOfDevice } from './attempts.ts'
import { addressGroup } from './guess-limit.ts'
import {
  deleteOldestStepsOf,
  deleteOldestStepsOfStrangers,
  deleteStep,
  insertStep,
  lockStepsFrom,
  type StepPurpose,
  type StepRecord,
} from './step-queries.ts'

const STEP_LIFETIME_MS = 10 * 60_000
const MAX_STEPS_OF_MEMBER = 20
/** The number of open steps from one address, which a whole office may share, or from the known devices of a member. */
const MAX_STEPS_OF_ORIGIN = 100
const MAX_STEPS_OF_STRANGERS = 10_000

/** The first half of an action that takes two requests. The token works only for the second half, and only once. */
export type BegunStep = { token: string; expiresAt: string }

type NewStep = { purpose: StepPurpose; data: Record<string, string> }

/** Begins a step of a member who has given the password or has a session. The oldest steps of the member end. */
export async function beginStep(
  tx: Tx,
  { staffId, ...step }: NewStep & { staffId: string },
  now: Date,
): Promise<BegunStep> {
  const begun = await addStep(tx, { ...step, staffId, origin: null }, now)
  await deleteOldestStepsOf(tx, staffId, MAX_STEPS_OF_MEMBER)
  return begun
}

/**
 * Begins a step for anybody. A flood from one address is refused. A flood from many addresses ends the oldest steps of
 * strangers, but never those of known devices.
 */
export async function beginAnonymousStep(
  deps: Runtime,
  visitor: Visitor,
  step: NewStep,
): Promise<BegunStep | Refusal> {
  const owner = await findOwnerOfDevice(deps, visitor)
  const origin = owner ? `device:${owner.id}` : `address:${addressGroup(visitor.address)}`
  return transaction(deps.db, async (tx) => {
    const now = deps.now()
    const freeAt = await lockStepsFrom(tx, origin, MAX_STEPS_OF_ORIGIN, now)
    if (freeAt) return refuse('too_many_sign_ins', { retryAfterSeconds: secondsBetween(now, freeAt) })
    const begun = await addStep(tx, { ...step, staffId: null, origin }, now)
    await deleteOldestStepsOfStrangers(tx, MAX_STEPS_OF_STRANGERS)
    return begun
  })
}

async function addStep(
  tx: Tx,
  step: NewStep & { staffId: string | null; origin: string | null },
  now: Date,
): Promise<BegunStep> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + STEP_LIFETIME_MS)
  await insertStep(tx, { ...step, tokenHash: hashKey(token), expiresAt }, now)
  return { token, expiresAt: expiresAt.toISOString() }
}

function secondsBetween(now: Date, later: Date): number {
  return Math.max(1, Math.ceil((later.getTime() - now.getTime()) / 1000))
}

/** Deletes the step before its response is checked: a challenge works once, even if the response is wrong. */
export async function takeStep(
  deps: Runtime,
  token: string,
  purpose: StepPurpose,
): Promise<StepRecord | Refusal> {
  const step = await deps.db.begin((tx) => deleteStep(tx, hashKey(token), purpose, deps.now()))
  return step ?? refuse('invalid_sign_in_step')
}
