import type { Partner } from '@counterfoil/contract/admin/partners.ts'
import type { Static } from 'typebox'
import { listUnknownMerchants } from '../../platform/cells/cell-queries.ts'
import type { Db, Reader, Tx } from '../../platform/database/db.ts'
import { assignments, insertion } from '../../platform/database/sql.ts'
import type { PageRequest } from '../../platform/input/paging.ts'
import type { Caller } from '../actors/caller.ts'
import type { PartnerEntry } from '../actors/partner.ts'

export type PartnerRecord = Static<typeof Partner>
/** The state of the partner's webhook endpoint, which only deliveries write, and of its secrets. */
type State = 'webhookFailingSince' | 'webhookPausedAt' | 'webhookPauseReason' | 'nextSecretSince'
/** The fields that never change. */
type Identity = 'id' | 'slug' | 'mode'
export type PartnerFields = Omit<
  PartnerRecord,
  Identity | 'twinId' | State | 'createdAt' | 'updatedAt' | 'version'
>
export type NewPartnerRow = PartnerFields & Pick<PartnerRecord, Identity> & { twinOf: string | null }

const columns = (sql: Reader) => sql`
  id, slug, mode, coalesce(twin_of, (select id from partners as twin where twin.twin_of = partners.id)) as twin_id, name, display_name, logo_path, jwt_issuer, jwks_url, public_key, next_public_key, jwt_audience,
  max_token_lifetime_seconds, webhook_url, disabled, require_v2, accent_color, share_url, frame_ancestors, event_types,
  integration_requests_per_minute, consumer_requests_per_minute,
  case when scope_categories is not null
    then json_build_object('merchantIds', scope_merchant_ids, 'categories', scope_categories)
  end as scope,
  (select failing_since from endpoints where partner_id = partners.id) as webhook_failing_since,
  (select paused_at from endpoints where partner_id = partners.id) as webhook_paused_at,
  (
    select case pause_reason when 'FAILING' then 'EXHAUSTED' else pause_reason end
    from endpoints where partner_id = partners.id
  ) as webhook_pause_reason,
  (select created_at from partner_secrets where partner_id = partners.id and state = 'NEXT') as next_secret_since,
  created_at, updated_at, version`

/** The key of a partner reaches that partner and its test twin. */
const within = (sql: Reader, reach: Caller) =>
  sql`(${reach.partnerId}::uuid is null or ${reach.partnerId} in (id, twin_of))`

export async function findPartner(sql: Reader, reach: Caller, id: string): Promise<PartnerRecord | null> {
  const [row] = await sql<PartnerRecord[]>`
    select ${columns(sql)} from partners where id = ${id} and ${within(sql, reach)}`
  return row ?? null
}

export async function lockPartner(tx: Tx, reach: Caller, id: string): Promise<PartnerRecord | null> {
  const [row] = await tx<PartnerRecord[]>`
    select ${columns(tx)} from partners where id = ${id} and ${within(tx, reach)} for update`
  return row ?? null
}

/** With the key of a partner, the list has that partner only, whose `twinId` names its twin. */
export function listPartners(
  sql: Reader,
  reach: Caller,
  { limit, before }: PageRequest,
  pattern: string | null,
): Promise<PartnerRecord[]> {
  return sql<PartnerRecord[]>`
    select ${columns(sql)}
    from partners
    where (${reach.partnerId}::uuid is null or id = ${reach.partnerId})
      and (${before}::uuid is null or id < ${before})
      and (${pattern}::text is null or concat_ws(' ', slug, name, display_name) ilike ${pattern})
    order by id desc
    limit ${limit + 1}`
}

export async function insertPartner(tx: Tx, partner: NewPartnerRow, now: Date): Promise<PartnerRecord> {
  const { id, slug, mode, twinOf, ...fields } = partner
  const row = { id, slug, mode, twinOf, ...storable(fields), createdAt: now, updatedAt: now }
  const [inserted] = await tx<
    PartnerRecord[]
  >`insert into partners ${insertion(row)} returning ${columns(tx)}`
  return inserted as PartnerRecord
}

export async function updatePartner(
  tx: Tx,
  id: string,
  changes: Partial<PartnerFields>,
  now: Date,
): Promise<PartnerRecord> {
  const [row] = await tx<PartnerRecord[]>`
    update partners
    set ${assignments({ ...storable(changes), updatedAt: now })}, version = version + 1
    where id = ${id}
    returning ${columns(tx)}`
  return row as PartnerRecord
}

/** How far the clock of a test partner is ahead of the real time, in milliseconds. */
export async function lockClock(tx: Tx, id: string): Promise<number> {
  const [row] = await tx<
    { clockOffsetMs: number }[]
  >`select clock_offset_ms from partners where id = ${id} for update`
  return row?.clockOffsetMs ?? 0
}

export async function findClockOffset(sql: Reader, id: string): Promise<number> {
  const [row] = await sql<{ clockOffsetMs: number }[]>`select clock_offset_ms from partners where id = ${id}`
  return row?.clockOffsetMs ?? 0
}

export async function updateClock(tx: Tx, id: string, clockOffsetMs: number): Promise<void> {
  await tx`update partners set clock_offset_ms = ${clockOffsetMs} where id = ${id}`
}

/** Sets the clock of an emptied sandbox back to the real time. */
export async function updateToReset(tx: Tx, id: string): Promise<void> {
  await tx`update partners set clock_offset_ms = 0, reset_at = clock_timestamp() where id = ${id}`
}

/** Converts API fields to columns: keys are JSON (text or object), a scope is two lists. */
function storable({ scope, publicKey, nextPublicKey, ...rest }: Partial<PartnerFields>) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    ...rest,
    ...(publicKey !== undefined && { publicKey: json(publicKey) }),
    ...(nextPublicKey !== undefined && { nextPublicKey: json(nextPublicKey) }),
    ...(scope !== undefined && {
      scopeMerchantIds: scope?.merchantIds ?? null,
      scopeCategories: scope?.categories ?? null,
    }),
  }
}

/** Returns the ids and slugs of a scope that do not exist. */
export async function listUnknownInScope(
  sql: Reader,
  scope: { merchantIds: string[]; categories: string[] },
): Promise<{ merchantIds: string[]; categories: string[] }> {
  const categories = await sql<{ slug: string }[]>`
    select slug from unnest(${scope.categories}::text[]) as named (slug)
    where not exists (select from categories where categories.slug = named.slug)`
  return {
    merchantIds: await listUnknownMerchants(sql, scope.merchantIds),
    categories: categories.map(({ slug }) => slug),
  }
}

export type SecretState = 'SIGNING' | 'NEXT' | 'PREVIOUS' | 'TEST_KEY'

export type NewSecret = {
  id: string
  partnerId: string
  state: SecretState
  sealed: Buffer
  /** The id of the key that encrypted the secret. */
  sealedWith: string
}

export async function insertSecret(tx: Tx, secret: NewSecret, now: Date): Promise<void> {
  await tx`insert into partner_secrets ${insertion({ ...secret, createdAt: now })}`
}

/** A next secret that was never promoted has signed nothing, so it can be replaced. */
export async function deleteNextSecret(tx: Tx, partnerId: string): Promise<void> {
  await tx`delete from partner_secrets where partner_id = ${partnerId} and state = 'NEXT'`
}

/** SIGNING becomes PREVIOUS until `acceptedUntil`, NEXT becomes SIGNING. Returns false if there is no NEXT secret. */
export async function promoteNextSecret(tx: Tx, partnerId: string, acceptedUntil: Date): Promise<boolean> {
  const [next] = await tx<{ id: string }[]>`
    select id from partner_secrets where partner_id = ${partnerId} and state = 'NEXT'`
  if (!next) return false
  await tx`
    update partner_secrets
    set state = 'PREVIOUS', accepted_until = ${acceptedUntil}
    where partner_id = ${partnerId} and state = 'SIGNING'`
  await tx`update partner_secrets set state = 'SIGNING' where id = ${next.id}`
  return true
}

export async function deleteEndedSecrets(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx`delete from partner_secrets where partner_id = ${partnerId} and accepted_until <= ${now}`
}

/** Partners in id order with a secret that another key has encrypted. */
export async function listPartnersSealedOtherwise(
  sql: Reader,
  keyId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ partnerId: string }[]>`
    select distinct partner_id
    from partner_secrets
    where sealed_with is distinct from ${keyId} and (${after}::uuid is null or partner_id > ${after})
    order by partner_id
    limit ${limit}`
  return rows.map(({ partnerId }) => partnerId)
}

export async function lockSecretsSealedOtherwise(
  tx: Tx,
  partnerId: string,
  keyId: string,
): Promise<{ id: string; sealed: Buffer }[]> {
  return tx<{ id: string; sealed: Buffer }[]>`
    select id, sealed from partner_secrets
    where partner_id = ${partnerId} and sealed_with is distinct from ${keyId}
    order by id
    for update`
}

export async function updateSealedSecret(
  tx: Tx,
  { id, ...changes }: Pick<NewSecret, 'id' | 'sealed' | 'sealedWith'>,
): Promise<void> {
  await tx`update partner_secrets set ${assignments(changes)} where id = ${id}`
}

export type DirectoryRow = Omit<PartnerEntry, 'sandboxId' | 'secrets'> & {
  /** `sealed` is base64. */
  sealedSecrets: { state: SecretState; sealed: string; acceptedUntil: string | null }[]
}

/** A trigger advances it with every change to a partner or its secrets. */
export async function findDirectoryVersion(sql: Reader): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from directory_version`
  return row?.version ?? 0
}

export type KnownVersion = { id: string; version: number }

/** `row` is null if the partner was deleted. */
export type DirectoryChange = KnownVersion & { row: DirectoryRow | null }

/**
 * The partners whose version differs from the known one. After a failover it may also be lower, so any difference
 * counts. One statement, so that a partner and its secrets are read from the same snapshot.
 */
export async function listDirectoryChanges(sql: Reader, known: KnownVersion[]): Promise<DirectoryChange[]> {
  const rows = await sql<(DirectoryRow & { partnerId: string; entryVersion: number })[]>`
    select
      entries.partner_id, entries.version as entry_version,
      id, slug, mode, clock_offset_ms, name, display_name, logo_path, jwt_issuer, jwks_url, public_key, next_public_key,
      jwt_audience, max_token_lifetime_seconds, webhook_url, disabled, require_v2, accent_color, share_url, frame_ancestors, event_types,
      integration_requests_per_minute, consumer_requests_per_minute,
      case when scope_categories is not null
        then json_build_object('merchantIds', scope_merchant_ids, 'categories', scope_categories)
      end as scope,
      partners.version,
      (
        select coalesce(
          json_agg(
            json_build_object('state', state, 'sealed', encode(sealed, 'base64'), 'acceptedUntil', accepted_until)
            order by id
          ),
          '[]'
        )
        from partner_secrets
        where partner_id = partners.id
      ) as sealed_secrets
    from directory_entries as entries
    left join unnest(
      ${known.map(({ id }) => id)}::uuid[], ${known.map(({ version }) => version)}::bigint[]
    ) as known (partner_id, version) using (partner_id, version)
    left join partners on partners.id = entries.partner_id
    where known.partner_id is null`
  return rows.map(({ partnerId, entryVersion, ...row }) => ({
    id: partnerId,
    version: entryVersion,
    row: row.id === null ? null : row,
  }))
}

const CHANNEL = 'partners'

/** The notification reaches every node when the transaction commits. */
export async function notifyPartnerChanged(tx: Tx, partnerId: string): Promise<void> {
  await tx`select pg_notify(${CHANNEL}, ${partnerId})`
}

export async function onPartnersNotified(
  db: Db,
  onChange: (partnerId: string) => void,
  onListening: () => void,
): Promise<void> {
  await db.listen(CHANNEL, onChange, onListening)
}
