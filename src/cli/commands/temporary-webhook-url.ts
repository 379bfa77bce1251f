import { CLI } from '../../domain/actors/caller.ts'
import { withdrawRequest } from '../../domain/approvals/decide-request.ts'
import type { Deps } from '../../domain/deps.ts'
import { SentForApproval } from '../../domain/guarded-changes/guard.ts'
import { findPartner } from '../../domain/partners/queries.ts'
import { updatePartner } from '../../domain/webhooks/update-partner.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'

/** A partner's webhook URL that temporarily points to us. */
export type TemporaryWebhookUrl = { slug: string; url: string; former: string | null }

/** The URL itself carries the previous one, so that it can be restored even after a killed process. */
const PREVIOUS_URL = 'instead-of'

/** Points the partner's webhook URL to `origin`. */
export async function setTemporaryWebhookUrl(
  deps: Deps,
  partnerId: string,
  origin: string,
): Promise<TemporaryWebhookUrl | Refusal> {
  const partner = await findPartner(deps.db, CLI, partnerId)
  if (!partner) return refuse('not_found')
  const former = formerOf(partner.webhookUrl)
  const url = new URL(origin)
  url.searchParams.set(PREVIOUS_URL, former ?? '')
  const changed = await updatePartner(deps, CLI, partnerId, { webhookUrl: url.href }, partner.version)
  if (!(changed instanceof SentForApproval))
    return changed instanceof Refusal ? changed : { slug: partner.slug, url: url.href, former }
  // Nobody approves the address of this machine in time.
  await withdrawRequest(deps, CLI, changed.approval.id)
  return refuse('live_mode')
}

/** Restores the previous URL, or requests it. Returns false if the URL was changed in the meantime; the new URL is kept. */
export async function restoreWebhookUrl(
  deps: Deps,
  partnerId: string,
  { url, former }: TemporaryWebhookUrl,
): Promise<boolean | SentForApproval | Refusal> {
  const partner = await findPartner(deps.db, CLI, partnerId)
  if (partner?.webhookUrl !== url) return false
  const changed = await updatePartner(deps, CLI, partnerId, { webhookUrl: former }, partner.version)
  return changed instanceof Refusal || changed instanceof SentForApproval ? changed : true
}

function formerOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return url
  const previous = new URL(url).searchParams.get(PREVIOUS_URL)
  return previous === null ? url : previous || null
}
