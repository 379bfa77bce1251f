import type { Db, Tx } from '../../../platform/database/db.ts'

export type UnknownFailures = { hour: string; address: string; failures: number }

/** Stands for all addresses beyond the limit. */
export const OTHERS = 'others'

/** Counts under `OTHERS` if `maxAddresses` others have rows in this hour. */
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

/** Removes the hours before `time` and returns what was counted in them. Of two nodes, one gets a row. */
export function takeUnknownFailuresBefore(tx: Tx, time: Date): Promise<UnknownFailures[]> {
  return tx<UnknownFailures[]>`
    delete from unknown_sign_in_failures where hour < ${time}
    returning hour, address, failures::float8 as failures`
}
