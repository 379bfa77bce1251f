import type { Reader } from '../../platform/database/db.ts'

type NameRow = { id: string; name: string }

/** The ids that entries mention, by where their records are stored. Categories have slugs. */
export type MentionedIds = {
  records: string[]
  users: string[]
  redemptions: string[]
  events: string[]
  slugs: string[]
}

/**
 * The names of records as of today, in one statement. Records without a person behind them are looked up in all of their
 * small tables, because a change names only an id. A user has the partner's id as the name: no personal data is read.
 */
export async function listRecordNames(
  sql: Reader,
  { records, users, redemptions, events, slugs }: MentionedIds,
): Promise<Map<string, string>> {
  const rows = await sql<NameRow[]>`
    with sought as (select unnest(${records}::uuid[]) as id)
    select id::text, name from merchants join sought using (id)
    union all select id::text, name from outlets join sought using (id)
    union all select id::text, title from vouchers join sought using (id)
    union all select id::text, name from partners join sought using (id)
    union all select id::text, name from staff join sought using (id)
    union all select id::text, name from api_keys join sought using (id)
    union all select id::text, name from alert_destinations join sought using (id)
    union all select id::text, name from sub_categories join sought using (id)
    union all select slug, name from categories where slug = any (${slugs}::text[])
    union all select id::text, external_user_id from users where id = any (${users}::uuid[])
    union all select id::text, voucher_title || ' · ' || outlet_name from redemptions where id = any (${redemptions}::uuid[])
    union all select id::text, type from events where id = any (${events}::uuid[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
