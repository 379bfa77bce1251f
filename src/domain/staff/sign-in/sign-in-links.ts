import { randomBytes } from 'node:crypto'
import type { NewStaffMember } from '@counterfoil/contract/admin/staff.ts'
import type { InvitePreview, SignInLink } from '@counterfoil/contract/session/sign-in.ts'
import type { Static } from 'typebox'
import { type Tx, transaction } from '../../../platform/database/db.ts'
import { hashKey } from '../../../platform/key-hash.ts'
import { invalid, issueAt, Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { type Caller, SYSTEM } from '../../actors/caller.ts'
import { record } from '../../audit/record.ts'
import { knownAccount, turnOfMember } from '../attempts/attempts.ts'
import { openSessionOrAskFactor, type PendingSignIn } from '../factors/factors.ts'
import { lockStaffMember, type StaffRecord } from '../members/member-queries.ts'
import { insertNewMember } from '../members/new-member.ts'
import type { PasswordsDeps } from '../passwords/password-hash.ts'
import type { NewSession, Visitor } from '../sessions/sessions.ts'
import { hashNewPassword, setPassword } from './sign-in.ts'
import { type MailDeps, mailLink } from './sign-in-mail.ts'
import { deleteLink, findLink, type LinkPurpose, type LinkRecord, replaceLink } from './sign-in-queries.ts'

const LINK_LIFETIME_MS = 7 * 24 * 60 * 60_000
const FIRST_ADMIN_LINK_LIFETIME_MS = 30 * 60_000

type Link = Static<typeof SignInLink>
type UnsentLink = Omit<Link, 'emailed'>

/** Creates a link with which a member chooses a password: the first one, or a new one. */
export async function createLink(
  deps: MailDeps,
  caller: Caller,
  staffId: string,
  purpose: 'INVITE' | 'RESET',
): Promise<Link | Refusal> {
  if (purpose === 'RESET' && deps.config.oidcOnly) return refuse('single_sign_on_only')
  const created = await transaction(deps.db, async (tx) => {
    const member = await lockStaffMember(tx, staffId)
    if (!member) return refuse('not_found')
    if (!member.isActive) return refuse('staff_inactive')
    return { member, link: await insertLink(tx, deps, caller, purpose, staffId) }
  })
  if (created instanceof Refusal) return created
  return { ...created.link, emailed: await mailLink(deps, created.member, created.link, purpose) }
}

/** Creates a new member with a link. */
export async function inviteNewMember(
  deps: MailDeps,
  caller: Caller,
  input: Static<typeof NewStaffMember>,
): Promise<(Link & { member: StaffRecord }) | Refusal> {
  const created = await transaction(deps.db, async (tx) => {
    const member = await insertNewMember(tx, caller, input, deps.now())
    if (member instanceof Refusal) return member
    return { member, link: await insertLink(tx, deps, caller, 'INVITE', member.id) }
  })
  if (created instanceof Refusal) return created
  const { member, link } = created
  return { member, ...link, emailed: await mailLink(deps, member, link, 'INVITE') }
}

/** Creates a link for a service without an admin. The person who opens it enters the e-mail address. */
export async function createFirstAdminLink(deps: Runtime): Promise<UnsentLink> {
  const lifetimeMs = FIRST_ADMIN_LINK_LIFETIME_MS
  return deps.db.begin((tx) => insertLink(tx, deps, SYSTEM, 'FIRST_ADMIN', null, lifetimeMs))
}

export async function insertLink(
  tx: Tx,
  deps: Runtime,
  caller: Caller,
  purpose: LinkPurpose,
  staffId: string | null,
  lifetimeMs = LINK_LIFETIME_MS,
): Promise<UnsentLink> {
  const now = deps.now()
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await replaceLink(tx, { tokenHash: hashKey(token), purpose, staffId, expiresAt }, now)
  await record(tx, {
    caller,
    at: now,
    action: purpose === 'RESET' ? 'staff.reset' : 'staff.invite',
    target: `staff:${staffId ?? 'first admin'}`,
    after: { expiresAt: expiresAt.toISOString(), address: caller.address ?? null },
  })
  // Browsers do not send the fragment, so the token reaches no server and no log.
  return { url: `${deps.config.publicUrl}/console/#invite=${token}`, expiresAt: expiresAt.toISOString() }
}

export async function previewLink(
  deps: Runtime,
  token: string,
): Promise<Static<typeof InvitePreview> | Refusal> {
  const link = await findLink(deps.db, hashKey(token), deps.now())
  if (!link) return refuse('invalid_sign_in_link')
  const { purpose, email, name, role, expiresAt } = link
  return { purpose, email, name, role: role ?? 'admin', expiresAt }
}

type Acceptance = { token: string; password: string; email?: string; name?: string }

/** Sets the password, ends every other session and signs in. If two requests use one link, one succeeds. */
export async function acceptLink(
  deps: PasswordsDeps,
  visitor: Visitor,
  input: Acceptance,
): Promise<NewSession | PendingSignIn | Refusal> {
  if (deps.config.oidcOnly) return refuse('single_sign_on_only')
  const tokenHash = hashKey(input.token)
  const link = await findLink(deps.db, tokenHash, deps.now())
  if (!link) return refuse('invalid_sign_in_link')
  const wrong = judgeIdentity(link, input)
  if (wrong) return wrong
  const hash = await hashNewPassword(deps, turnOfMember(link.staffId), input.password, {
    email: link.email ?? input.email ?? '',
    name: link.name ?? input.name ?? '',
  })
  if (hash instanceof Refusal) return hash
  // The new password ends the known devices of the member.
  const wasKnownDevice = (await knownAccount(deps, visitor, link.email ?? '')) !== null
  return transaction(deps.db, async (tx) => {
    const now = deps.now()
    const member = await lockOrInsertMember(tx, link, input, now)
    if (member instanceof Refusal) return member
    if (!member?.isActive || !(await deleteLink(tx, tokenHash))) return refuse('invalid_sign_in_link')
    await setPassword(tx, member, hash, visitor, now)
    return openSessionOrAskFactor(tx, member, visitor, now, wasKnownDevice)
  })
}

/** Only the first admin enters their own name and address; an admin has entered all others. */
function judgeIdentity({ staffId }: LinkRecord, { email, name }: Acceptance): Refusal | null {
  const fields = Object.entries({ email, name })
  const issues = fields
    .filter(([, value]) => (value === undefined) === (staffId === null))
    .map(([field]) => issueAt(`/${field}`, staffId === null ? 'issue.firstAdmin' : 'issue.onlyFirstAdmin'))
  return issues.length > 0 ? invalid(...issues) : null
}

async function lockOrInsertMember(
  tx: Tx,
  { staffId }: LinkRecord,
  { email = '', name = '' }: Acceptance,
  now: Date,
): Promise<StaffRecord | Refusal | null> {
  return staffId === null
    ? insertNewMember(tx, SYSTEM, { email, name, role: 'admin' }, now)
    : lockStaffMember(tx, staffId)
}
