import { randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/database/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { hashKey } from './key-hash.ts'
import { deleteStep, insertStep, type StepPurpose, type StepRecord } from './step-queries.ts'

const STEP_LIFETIME_MS = 10 * 60_000

/** The first half of something that takes two requests. The token works for the second half only, and once. */
export type BegunStep = { token: string; expiresAt: string }

export async function beginStep(
  tx: Tx,
  step: { purpose: StepPurpose; staffId: string | null; data?: Record<string, string> },
  now: Date,
): Promise<BegunStep> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + STEP_LIFETIME_MS)
  await insertStep(tx, { data: {}, ...step, tokenHash: hashKey(token), expiresAt }, now)
  return { token, expiresAt: expiresAt.toISOString() }
}

/** Uses the step up before its answer is checked: a challenge works once, even if the answer is wrong. */
export async function takeStep(
  deps: Deps,
  token: string,
  purpose: StepPurpose,
): Promise<StepRecord | Refusal> {
  const step = await deps.db.begin((tx) => deleteStep(tx, hashKey(token), purpose, deps.now()))
  return step ?? refuse('invalid_sign_in_step')
}
