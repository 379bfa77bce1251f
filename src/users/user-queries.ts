import type { UserUpsert } from '@counterfoil/contract/integration.ts'
import type { Static } from 'typebox'
import type { Reader, Tx } from '../db.ts'

/** How a partner and we both name a user. */
export type UserKey = { partnerId: string; externalUserId: string }

/** What a partner tells of a person; a field left out is not spoken of. */
export type PersonalData = Omit<Static<typeof UserUpsert>, 'externalUserId'>

export type KnownUser = {
  id: string
  email: string | null
  displayName: string | null
  anonymizedAt: string | null
}

const identified = (sql: Reader, { partnerId, externalUserId }: UserKey) =>
  sql`partner_id = ${partnerId} and external_user_id = ${externalUserId}`

export async function findUserByKey(sql: Reader, key: UserKey): Promise<KnownUser | null> {
  const [row] = await sql<KnownUser[]>`
    select id, email, display_name, anonymized_at from users where ${identified(sql, key)}`
  return row ?? null
}

/** In the order asked for; null where there is no such user. */
export async function listUsersByKey(sql: Reader, keys: UserKey[]): Promise<(KnownUser | null)[]> {
  const rows = await sql<(KnownUser & { place: number })[]>`
    select id, email, display_name, anonymized_at, asked.place from ${asked(sql, keys)}`
  return inOrder(keys, rows)
}

export type UserWithFavorites = KnownUser & { favoriteMerchantIds: string[] }

/** The same with all favorites, which may be thousands: for browsing, which shows them. */
export async function listUsersWithFavoritesByKey(
  sql: Reader,
  keys: UserKey[],
): Promise<(UserWithFavorites | null)[]> {
  const rows = await sql<(UserWithFavorites & { place: number })[]>`
    select id, email, display_name, anonymized_at, asked.place,
      array(select merchant_id from favorites where user_id = users.id) as favorite_merchant_ids
    from ${asked(sql, keys)}`
  return inOrder(keys, rows)
}

const asked = (sql: Reader, keys: UserKey[]) => sql`
  unnest(
    ${keys.map(({ partnerId }) => partnerId)}::uuid[], ${keys.map(({ externalUserId }) => externalUserId)}::text[]
  ) with ordinality as asked (partner_id, external_user_id, place)
  join users using (partner_id, external_user_id)`

function inOrder<T extends { place: number }>(keys: UserKey[], rows: T[]): (Omit<T, 'place'> | null)[] {
  const found = new Map(rows.map(({ place, ...user }) => [place, user]))
  return keys.map((_, i) => found.get(i + 1) ?? null)
}

/** The id of the user who is there afterwards: `id` when it was created, another when it existed. */
export async function upsertUserRow(
  tx: Tx,
  id: string,
  { partnerId, externalUserId }: UserKey,
  data: PersonalData,
  now: Date,
): Promise<string | null> {
  const given = (field: keyof PersonalData) => data[field] !== undefined
  const [row] = await tx<{ id: string }[]>`
    insert into users (
      id, partner_id, external_user_id, email, display_name, phone, country_code, locale, created_at, updated_at
    )
    values (
      ${id}, ${partnerId}, ${externalUserId}, ${data.email ?? null}, ${data.displayName ?? null},
      ${data.phone ?? null}, ${data.countryCode ?? null}, ${data.locale ?? null}, ${now}, ${now}
    )
    on conflict on constraint users_one_per_partner_and_external_id do update set
      email = case when ${given('email')} then excluded.email else users.email end,
      display_name = case when ${given('displayName')} then excluded.display_name else users.display_name end,
      phone = case when ${given('phone')} then excluded.phone else users.phone end,
      country_code = case when ${given('countryCode')} then excluded.country_code else users.country_code end,
      locale = case when ${given('locale')} then excluded.locale else users.locale end,
      anonymized_at = null,
      updated_at = excluded.updated_at
    returning id`
  return row?.id ?? null
}

/** Null when somebody else created the user first. */
export async function insertUser(
  tx: Tx,
  id: string,
  { partnerId, externalUserId }: UserKey,
  data: Pick<PersonalData, 'email' | 'displayName'>,
  now: Date,
): Promise<KnownUser | null> {
  const [row] = await tx<KnownUser[]>`
    insert into users (id, partner_id, external_user_id, email, display_name, created_at, updated_at)
    values (${id}, ${partnerId}, ${externalUserId}, ${data.email ?? null}, ${data.displayName ?? null}, ${now}, ${now})
    on conflict on constraint users_one_per_partner_and_external_id do nothing
    returning id, email, display_name, anonymized_at`
  return row ?? null
}

/** False when there is no such user. One who is anonymised already stays as they are. */
export async function clearPersonalData(tx: Tx, key: UserKey, now: Date): Promise<boolean> {
  const { count } = await tx`
    update users
    set email = null, display_name = null, phone = null, country_code = null, locale = null,
      anonymized_at = coalesce(anonymized_at, ${now}),
      updated_at = case when anonymized_at is null then ${now} else updated_at end
    where ${identified(tx, key)}`
  return count > 0
}
