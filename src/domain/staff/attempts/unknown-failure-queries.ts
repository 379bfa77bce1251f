import type { Db, Tx } from '../../../platform/database/db.ts'

export type UnknownFailures = { hour: string; address: string; failures: number }

/** Stands for all addresses beyond the limit. */
export const OTHERS = 'others'

/** Counts the failure under `OTHERS` if `maxAddresses` other addresses have rows in this hour. */
export async function countUnknownFailure(
  db: Db,
  hour: Date,
  address: string,
  maxAddresses: number,
): Promise<void> {
  await db`
    insert into unknown_sign_in_failures as counted (hour, address, failures)
    select ${hour}, case when
        exists (select from unknown_sign_in_failures where hour = ${hour} and address = ${address})
        or (select count(*) from unknown_sign_in_failures where hour = ${hour}) < ${maxAddresses}
      then ${address} else ${OTHERS} end, 1
    on conflict (hour, address) do update set failures = counted.failures + 1`
}

/**
 * Removes the hours before `time` and returns their counts. If two nodes run this at once, each row goes to one of them.
 */
export function takeUnknownFailuresBefore(tx: Tx, time: Date): Promise<UnknownFailures[]> {
  return tx<UnknownFailures[]>`
    delete from unknown_sign_in_failures where hour < ${time}
    returning hour, address, failures::float8 as failures`
}
