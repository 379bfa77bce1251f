import { SAMPLE_EXTERNAL_USER_ID } from '@counterfoil/contract/events.ts'
import { type Tx, transaction } from '../../platform/database/db.ts'
import { isRaceLost } from '../../platform/database/failures.ts'
import { orderedId } from '../../platform/database/ordered-id.ts'
import { waitForStandbys } from '../../platform/database/standbys.ts'
import { unstorableText } from '../../platform/input/validation.ts'
import { invalid, issueAt, type Refusal, refuse } from '../../platform/refusal.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { PartnerEntry } from '../actors/partner.ts'
import { type Actor, record } from '../audit/record.ts'
import { timeOf } from '../partners/partner-time.ts'
import {
  clearPersonalData,
  findStoredUser,
  findUserByKey,
  insertUser,
  type KnownUser,
  lockStoredUser,
  type PersonalData,
  type StoredUser,
  type UserKey,
  updateUser,
} from './user-queries.ts'

// The states of a user: absent → active → anonymized → active again. Only the functions here move a user between them.

type Partner = Pick<PartnerEntry, 'id' | 'name' | 'clockOffsetMs'>
type Upserted = { userId: string; created: boolean }

const UPSERT_TRIES = 3

/**
 * Creates, updates or revives a user. An omitted field is left unchanged, null clears it. A partner that syncs its users
 * mostly sends values that we already have: this costs two reads and no write.
 */
export async function upsertUser(
  deps: Runtime,
  partner: Partner,
  externalUserId: string,
  data: PersonalData,
): Promise<Upserted | Refusal> {
  // A receiver must be able to rely on a sample concerning no real user.
  if (externalUserId === SAMPLE_EXTERNAL_USER_ID) return invalid(issueAt('/externalUserId', 'issue.reserved'))
  const key = { partnerId: partner.id, externalUserId }
  const input = data.countryCode ? { ...data, countryCode: data.countryCode.toUpperCase() } : data
  for (let tries = 1; tries <= UPSERT_TRIES; tries += 1) {
    try {
      const known = await findStoredUser(deps.db, key)
      if (known && changesNothing(known, input)) {
        await waitForStandbys(deps.db)
        return { userId: known.id, created: false }
      }
      const upserted = await transaction(deps.db, (tx) =>
        known
          ? changeUser(tx, partner, key, input, deps.now())
          : createUser(tx, partner, key, input, deps.now()),
      )
      if (upserted) return upserted
    } catch (error) {
      // At READ COMMITTED, locks decide every race. Behind PgBouncer the default level may be stricter, so we retry.
      if (!isRaceLost(error)) throw error
    }
  }
  return refuse('upsert_failed')
}

/** Returns null if another request created the user in the meantime. */
async function createUser(
  tx: Tx,
  partner: Partner,
  key: UserKey,
  data: PersonalData,
  now: Date,
): Promise<Upserted | null> {
  const user = await insertUser(tx, orderedId(), key, data, timeOf(partner, now))
  if (!user) return null
  await recordUserChange(tx, actorOf(partner), 'user.create', user.id, now, changedFields(NOTHING, data))
  return { userId: user.id, created: true }
}

async function changeUser(
  tx: Tx,
  partner: Partner,
  key: UserKey,
  data: PersonalData,
  now: Date,
): Promise<Upserted | null> {
  const before = await lockStoredUser(tx, key)
  if (!before) return null
  if (!changesNothing(before, data)) {
    const action = before.anonymizedAt === null ? 'user.update' : 'user.revive'
    await updateUser(tx, before.id, { ...before, ...data }, timeOf(partner, now))
    await recordUserChange(tx, actorOf(partner), action, before.id, now, changedFields(before, data))
  }
  return { userId: before.id, created: false }
}

const NOTHING: Required<PersonalData> = {
  email: null,
  displayName: null,
  phone: null,
  countryCode: null,
  locale: null,
}
const FIELDS = Object.keys(NOTHING) as (keyof PersonalData)[]

function changedFields(before: Required<PersonalData>, data: PersonalData): string[] {
  return FIELDS.filter((field) => data[field] !== undefined && data[field] !== before[field])
}

function changesNothing(before: StoredUser, data: PersonalData): boolean {
  return before.anonymizedAt === null && changedFields(before, data).length === 0
}

const actorOf = ({ id, name }: Partner): Actor => ({ kind: 'partner', id, name })

/** Records ids and field names only: the log is append-only, so anonymizing a user could not clear it. */
function recordUserChange(
  tx: Tx,
  caller: Actor,
  action: string,
  userId: string,
  at: Date,
  fields: string[] | null,
): Promise<void> {
  return record(tx, { caller, at, action, target: `user:${userId}`, after: fields && { fields } })
}

/** Clears all personal data; claims, redemptions and favorites stay. Safe to repeat. */
export async function anonymizeUser(
  deps: Runtime,
  partner: Partner,
  externalUserId: string,
): Promise<null | Refusal> {
  // PostgreSQL cannot store this id, so no user has it, and the query would fail.
  if (unstorableText(externalUserId)) return refuse('user_not_found')
  const key = { partnerId: partner.id, externalUserId }
  return transaction(deps.db, async (tx) => {
    if (await anonymizeActiveUser(tx, actorOf(partner), partner, key, deps.now())) return null
    return (await findUserByKey(tx, key)) ? null : refuse('user_not_found')
  })
}

/** Returns false if no active user has this key. */
export async function anonymizeActiveUser(
  tx: Tx,
  caller: Actor,
  partner: Pick<Partner, 'clockOffsetMs'>,
  key: UserKey,
  now: Date,
): Promise<boolean> {
  const userId = await clearPersonalData(tx, key, timeOf(partner, now))
  if (userId !== null) await recordUserChange(tx, caller, 'user.anonymize', userId, now, null)
  return userId !== null
}

/** The user of a token, created on first use with its claims. Only the partner's backend can revive an anonymized user. */
export async function findOrCreateUser(
  tx: Tx,
  key: UserKey,
  claims: Consumer['claims'],
  now: Date,
): Promise<KnownUser | Refusal> {
  const user =
    (await findUserByKey(tx, key)) ??
    (await insertUser(tx, orderedId(), key, claims, now)) ??
    (await findUserByKey(tx, key))
  return user && user.anonymizedAt === null ? user : refuse('user_not_found')
}
