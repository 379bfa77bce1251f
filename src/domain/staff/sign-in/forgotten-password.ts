import { transaction } from '../../../platform/database/db.ts'
import { Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { SYSTEM } from '../../actors/caller.ts'
import { beginMailRequest } from '../attempts/attempts.ts'
import { lockStaffMember } from '../members/member-queries.ts'
import type { Visitor } from '../sessions/sessions.ts'
import { insertLink } from './sign-in-links.ts'
import { type MailDeps, mailLink } from './sign-in-mail.ts'
import { findCredentialsByEmail } from './sign-in-queries.ts'

/** People read such an e-mail at once, or not at all. */
const LINK_LIFETIME_MS = 60 * 60_000

const ADVICE_INTERVAL_MS = 60 * 60_000

/** The log says how an operator creates a link, at most once an hour, because anybody can cause this line. */
export function openResetAdvice({ log, now }: Pick<Runtime, 'log' | 'now'>): () => void {
  let quietUntilMs = 0
  return () => {
    if (now().getTime() < quietUntilMs) return
    quietUntilMs = now().getTime() + ADVICE_INTERVAL_MS
    log.warn(
      'somebody requested a new password, but SMTP_URL is not set: create a link with ' +
        '"counterfoil staff reset --email <address>" and pass it on',
    )
  }
}

/** Members are looked up after the response, so neither the response nor its time reveals who is one. */
export async function requestPasswordReset(
  deps: MailDeps,
  visitor: Visitor,
  email: string,
  adviseOperator: () => void,
): Promise<null | Refusal> {
  if (deps.config.oidcOnly) return refuse('single_sign_on_only')
  if (!deps.mailer) {
    adviseOperator()
    return refuse('email_off')
  }
  const refusal = await beginMailRequest(deps, visitor, email)
  if (refusal) return refusal
  sendReset(deps, email, visitor.address).catch((error) =>
    deps.log.error(error, 'a password reset was not sent'),
  )
  return null
}

/** Sends a link only to a member who has a password: an unused invite stays as it is. */
async function sendReset(deps: MailDeps, email: string, address: string): Promise<void> {
  const found = await findCredentialsByEmail(deps.db, email)
  if (!found?.isActive || found.passwordHash === null) return
  const created = await transaction(deps.db, async (tx) => {
    const member = await lockStaffMember(tx, found.id)
    if (!member?.isActive) return null
    const caller = { ...SYSTEM, address }
    return { member, link: await insertLink(tx, deps, caller, 'RESET', member.id, LINK_LIFETIME_MS) }
  })
  if (created && !(created instanceof Refusal)) await mailLink(deps, created.member, created.link, 'RESET')
}
