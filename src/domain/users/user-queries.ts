import type { UserUpsert } from '@counterfoil/contract/integration/partner-backend.ts'
import type { Static } from 'typebox'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'

/** A user with the external id of the partner and our own id. */
export type UserKey = { partnerId: string; externalUserId: string }

/** The fields that a partner sends about a person. An omitted field is left unchanged. */
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

/** The result is in the order of `keys`, with null for keys without a user. */
export async function listUsersByKey(sql: Reader, keys: UserKey[]): Promise<(KnownUser | null)[]> {
  const rows = await sql<(KnownUser & { place: number })[]>`
    select id, email, display_name, anonymized_at, requested.place from ${requestedUsers(sql, keys)}`
  return inOrder(keys, rows)
}

export type UserWithFavorites = KnownUser & { favoriteMerchantIds: string[] }

/** Like `listUsersByKey`, with all favorites, which may be thousands. Only browsing shows them. */
export async function listUsersWithFavoritesByKey(
  sql: Reader,
  keys: UserKey[],
): Promise<(UserWithFavorites | null)[]> {
  const rows = await sql<(UserWithFavorites & { place: number })[]>`
    select id, email, display_name, anonymized_at, requested.place,
      array(select merchant_id from favorites where user_id = users.id) as favorite_merchant_ids
    from ${requestedUsers(sql, keys)}`
  return inOrder(keys, rows)
}

/** The favorites of these users in a cell, by user. */
export async function listFavoritesOfUsers(sql: Reader, userIds: string[]): Promise<Map<string, string[]>> {
  const rows = await sql<{ userId: string; merchantIds: string[] }[]>`
    select user_id, array_agg(merchant_id) as merchant_ids from favorites
    where user_id = any (${userIds}::uuid[]) group by user_id`
  return new Map(rows.map(({ userId, merchantIds }) => [userId, merchantIds]))
}

const requestedUsers = (sql: Reader, keys: UserKey[]) => sql`
  unnest(
    ${keys.map(({ partnerId }) => partnerId)}::uuid[], ${keys.map(({ externalUserId }) => externalUserId)}::text[]
  ) with ordinality as requested (partner_id, external_user_id, place)
  join users using (partner_id, external_user_id)`

function inOrder<T extends { place: number }>(keys: UserKey[], rows: T[]): (Omit<T, 'place'> | null)[] {
  const found = new Map(rows.map(({ place, ...user }) => [place, user]))
  return keys.map((_, i) => found.get(i + 1) ?? null)
}

export type StoredUser = Required<PersonalData> & { id: string; anonymizedAt: string | null }

const stored = (sql: Reader) =>
  sql`select id, email, display_name, phone, country_code, locale, anonymized_at from users`

export async function findStoredUser(sql: Reader, key: UserKey): Promise<StoredUser | null> {
  const [row] = await sql<StoredUser[]>`${stored(sql)} where ${identified(sql, key)}`
  return row ?? null
}

/** `no key update`: claims and favorites, which reference the user's id, do not wait for this lock. */
export async function lockStoredUser(tx: Tx, key: UserKey): Promise<StoredUser | null> {
  const [row] = await tx<StoredUser[]>`${stored(tx)} where ${identified(tx, key)} for no key update`
  return row ?? null
}

/** Returns null if another request created the user first. */
export async function insertUser(
  tx: Tx,
  id: string,
  { partnerId, externalUserId }: UserKey,
  { email = null, displayName = null, phone = null, countryCode = null, locale = null }: PersonalData,
  now: Date,
): Promise<KnownUser | null> {
  const [row] = await tx<KnownUser[]>`
    insert into users (
      id, partner_id, external_user_id, email, display_name, phone, country_code, locale, created_at, updated_at
    )
    values (
      ${id}, ${partnerId}, ${externalUserId}, ${email}, ${displayName}, ${phone}, ${countryCode}, ${locale}, ${now},
      ${now}
    )
    on conflict on constraint users_one_per_partner_and_external_id do nothing
    returning id, email, display_name, anonymized_at`
  return row ?? null
}

/** Sets every field. An anonymized user becomes active again. */
export async function updateUser(
  tx: Tx,
  id: string,
  { email, displayName, phone, countryCode, locale }: Required<PersonalData>,
  now: Date,
): Promise<void> {
  await tx`
    update users
    set email = ${email}, display_name = ${displayName}, phone = ${phone}, country_code = ${countryCode},
      locale = ${locale}, anonymized_at = null, updated_at = ${now}
    where id = ${id}::uuid`
}

/** Fills empty fields and overwrites nothing. Returns null if the user was anonymized. */
export async function fillUser(
  db: Db,
  id: string,
  { email, displayName }: Pick<KnownUser, 'email' | 'displayName'>,
  now: Date,
): Promise<KnownUser | null> {
  const [row] = await db<KnownUser[]>`
    update users
    set email = coalesce(email, ${email}::text), display_name = coalesce(display_name, ${displayName}::text),
      updated_at = ${now}
    where id = ${id}::uuid and anonymized_at is null
    returning id, email, display_name, anonymized_at`
  return row ?? null
}

/** Returns the id of the user that was anonymized; null if no active user has this key. */
export async function clearPersonalData(tx: Tx, key: UserKey, now: Date): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    update users
    set email = null, display_name = null, phone = null, country_code = null, locale = null,
      anonymized_at = ${now}, updated_at = ${now}
    where ${identified(tx, key)} and anonymized_at is null
    returning id`
  return row?.id ?? null
}

/** The external id of an erased user. It identifies nobody. */
export const erasedIdOf = (userId: string) => `erased-${userId}`

/** Removes the external id of an anonymized user. Returns false if it was removed before. */
export async function removeExternalId(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx`
    update users set external_user_id = ${erasedIdOf(id)}, updated_at = ${now}
    where id = ${id}::uuid and anonymized_at is not null and external_user_id <> ${erasedIdOf(id)}`
  return count > 0
}
