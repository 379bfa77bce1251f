import { chooser } from '../../test/support/chooser.ts'
import type { Act } from './act.ts'
import { closeMonth } from './close-month-act.ts'
import { CONNECTION_ACTS } from './connection-acts.ts'
import { DATABASE_ACTS, failOver } from './database-acts.ts'
import { moveDuring } from './move-merchant-act.ts'
import { PROCESS_ACTS } from './process-acts.ts'
import { replaceSecretsKey } from './secrets-key-act.ts'
import { STAFF_ACTS } from './staff-acts.ts'

const WORK_OF_STAFF = [...STAFF_ACTS, closeMonth, replaceSecretsKey]

export const KINDS_OF_ACTS = [
  ...PROCESS_ACTS,
  ...CONNECTION_ACTS,
  ...DATABASE_ACTS,
  ...WORK_OF_STAFF,
  ...[[...PROCESS_ACTS, ...CONNECTION_ACTS], DATABASE_ACTS, [failOver], WORK_OF_STAFF].map(moveDuring),
]

/** The acts of a seed, always the same. Each kind comes once before one comes again. */
export function scheduleOf(seed: number, count: number): Act[] {
  const choose = chooser(seed)
  let left = KINDS_OF_ACTS.slice()
  return Array.from({ length: count }, () => {
    if (left.length === 0) left = KINDS_OF_ACTS.slice()
    const kind = choose(left)
    left = left.filter((one) => one !== kind)
    return { ...kind(choose), seconds: choose([3, 5, 8]) }
  })
}
