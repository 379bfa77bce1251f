import { hash } from 'node:crypto'
import { MAX_WALLET_PAGE } from '@counterfoil/contract/consumer/wallet.ts'
import { positionOf } from '../../platform/input/position.ts'
import { readTime } from '../../platform/input/time.ts'
import { invalid, issueAt, Refusal } from '../../platform/refusal.ts'
import type { Consumer } from '../actors/consumer.ts'
import type { CatalogDeps } from '../catalog/catalog-cache.ts'
import { entityTag, languageHeaders } from '../languages/content-language.ts'
import type { LanguageRequest } from '../languages/language-choice.ts'
import { timeOf } from '../partners/partner-time.ts'
import { requireUser, type UsersDeps } from '../users/current-user.ts'
import { arrangeWallet } from './arrange-wallet.ts'
import { showClaims } from './wallet-items.ts'
import { byPlace, type Place } from './wallet-state.ts'

export type WalletQuery = { lat?: number; lng?: number; limit?: number; cursor?: string }

/** One page of the user's wallet as JSON, with the headers of the response. */
export async function listWallet(
  deps: UsersDeps & CatalogDeps,
  consumer: Consumer,
  query: WalletQuery,
  request: LanguageRequest,
): Promise<{ json: Buffer; headers: Record<string, string> } | Refusal> {
  const user = await requireUser(deps, consumer)
  if (user instanceof Refusal) return user
  const { partner } = consumer
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  if (after instanceof Refusal) return after
  const asOf = after?.asOf ?? timeOf(partner, deps.now())
  const wallet = await arrangeWallet(deps, partner, user.id, asOf)
  const rest = after ? wallet.filter(({ place }) => byPlace(place, after.place) > 0) : wallet
  const page = rest.slice(0, query.limit ?? MAX_WALLET_PAGE)
  const last = page.at(-1)
  const next = last && rest.length > page.length ? writeCursor(asOf, last.place) : null
  const snapshot = await deps.catalog.current(partner)
  const language = snapshot.languages.choose(request)
  const showing = { partner, snapshot, language, position: positionOf(query) }
  const items = JSON.stringify(await showClaims(deps, page, showing))
  // A next page that appears or disappears changes the response even if the items on this page stay the same.
  const digest = `${hash('sha1', items, 'base64url')}${next === null ? '' : '-more'}`
  const json = `{"asOf":"${asOf.toISOString()}","items":${items},"next":${JSON.stringify(next)}}`
  return {
    json: Buffer.from(json),
    headers: { ...languageHeaders(language), etag: entityTag(digest, language) },
  }
}

/** The pages of one wallet are decided by one time, so that no voucher changes its place when its period starts or ends. */
type Cursor = { asOf: Date; place: Place }

function writeCursor(asOf: Date, { rank, urgency, claimedAt, id }: Place): string {
  return Buffer.from(JSON.stringify([asOf, rank, urgency, claimedAt, id])).toString('base64url')
}

function readCursor(text: string): Cursor | Refusal {
  const [time, rank, urgency, claimedAt, id, ...more] = readParts(text)
  const asOf = typeof time === 'string' ? readTime(time) : null
  const isOurs = [urgency, claimedAt, id].every((part) => typeof part === 'string') && more.length === 0
  if (asOf === null || !isOurs || typeof rank !== 'number') return invalid(issueAt('/cursor', 'issue.cursor'))
  return { asOf, place: { rank, urgency, claimedAt, id } as Place }
}

/** Returns no parts if the cursor is malformed. */
function readParts(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
