import type { Reader } from '../db.ts'

export type GuessedOutlet = { outletId: string; outletName: string; most: number; since: string }

/** Outlets that saw `threshold` wrong PINs or more inside an hour, at some time in the last 24; `most` is of its worst hour. */
export function listGuessedOutlets(sql: Reader, threshold: number, now: Date): Promise<GuessedOutlet[]> {
  return sql<GuessedOutlet[]>`
    select outlets.id as outlet_id, outlets.name as outlet_name, guessed.most, guessed.since
    from (
      select outlet_id, max(within_hour) as most, min(at) as since
      from (
        select outlet_id, at, count(*) over (
          partition by outlet_id order by at range between interval '1 hour' preceding and current row
        ) as within_hour
        from pin_failures
        where at > ${now}::timestamptz - interval '25 hours' and at <= ${now}
      ) as failures
      where within_hour >= ${threshold} and at > ${now}::timestamptz - interval '24 hours'
      group by outlet_id
    ) as guessed
    join outlets on outlets.id = guessed.outlet_id`
}
