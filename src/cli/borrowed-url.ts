import type { Deps } from '../domain/deps.ts'
import { updatePartner } from '../domain/partners/partners.ts'
import { findPartner } from '../domain/partners/queries.ts'
import { CLI } from '../domain/staff/caller.ts'
import { Refusal, refuse } from '../platform/refusal.ts'

/** A webhook URL that is ours for a while. */
export type BorrowedUrl = { slug: string; url: string; former: string | null }

/** Says in the address itself what it stands in for, so that even one left by a killed process can be put back. */
const STANDS_FOR = 'instead-of'

/** Makes an address of ours the partner's webhook URL. */
export async function borrowUrl(
  deps: Deps,
  partnerId: string,
  origin: string,
): Promise<BorrowedUrl | Refusal> {
  const partner = await findPartner(deps.db, CLI, partnerId)
  if (!partner) return refuse('not_found')
  const former = formerOf(partner.webhookUrl)
  const url = new URL(origin)
  url.searchParams.set(STANDS_FOR, former ?? '')
  const changed = await updatePartner(deps, CLI, partnerId, { webhookUrl: url.href }, partner.version)
  return changed instanceof Refusal ? changed : { slug: partner.slug, url: url.href, former }
}

/** Puts the former one back; false when somebody has set another meanwhile, which stays. */
export async function returnUrl(
  deps: Deps,
  partnerId: string,
  { url, former }: BorrowedUrl,
): Promise<boolean | Refusal> {
  const partner = await findPartner(deps.db, CLI, partnerId)
  if (partner?.webhookUrl !== url) return false
  const changed = await updatePartner(deps, CLI, partnerId, { webhookUrl: former }, partner.version)
  return changed instanceof Refusal ? changed : true
}

function formerOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return url
  const stoodFor = new URL(url).searchParams.get(STANDS_FOR)
  return stoodFor === null ? url : stoodFor || null
}
