import type { SearchHit } from '@counterfoil/contract/admin/search.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { Static } from 'typebox'
import { listByIdInCells, listInCells } from '../../platform/cells/merge.ts'
import { containing } from '../../platform/input/paging.ts'
import { firstRows } from '../../platform/input/sorted-list.ts'
import { isUuid } from '../../platform/input/uuid.ts'
import type { Runtime } from '../../platform/runtime.ts'
import type { Caller } from '../actors/caller.ts'
import { findPartner, listPartners, type PartnerRecord } from '../partners/queries.ts'
import { spellingsOfCode } from '../redemptions/engine/redemption-code.ts'
import { findRequest, type RequestRow } from '../request-log/queries.ts'
import type { RequestLogDeps } from '../request-log/request-log.ts'
import { findUser, listUsers, USER_LIST, type UserRecord } from '../users/user-search-queries.ts'
import {
  type FoundDelivery,
  type FoundMerchant,
  type FoundRedemption,
  type FoundVoucher,
  listPartnerNames,
  searchDeliveries,
  searchMerchants,
  searchRedemptions,
  searchVouchers,
} from './queries.ts'

export type Hit = Static<typeof SearchHit>

const MAX_OF_EACH_TYPE = 5
/** A list returns one row more than a page. */
const PAGE = { limit: MAX_OF_EACH_TYPE - 1, before: null }
const NOTHING_MORE = { state: null, merchantId: null, partnerId: null, userId: null }

type Search = { q: string; partnerId?: string }

/**
 * Each role searches only the records that its lists show: a merchant no users and partners, a partner no merchants and
 * vouchers. With a partner in the request, the search finds what this partner would find.
 */
export async function searchRecords(
  deps: RequestLogDeps,
  caller: Caller,
  { q: text, partnerId }: Search,
): Promise<{ items: Hit[] }> {
  const q = text.trim()
  if (q === '') return { items: [] }
  if (partnerId === undefined) return searchWithin(deps, caller, q, caller.role !== 'partner')
  const isReachable = caller.partnerId === null || caller.partnerId === partnerId.toLowerCase()
  return isReachable ? searchWithin(deps, { ...caller, partnerId }, q, false) : { items: [] }
}

async function searchWithin(
  deps: RequestLogDeps,
  caller: Caller,
  q: string,
  seesCatalog: boolean,
): Promise<{ items: Hit[] }> {
  const id = isUuid(q) ? q : null
  const sought = { id, q, pattern: containing(q) ?? '' }
  const seesPartners = caller.role !== 'merchant'
  const [users, redemptions, merchants, vouchers, partners, deliveries, request] = await Promise.all([
    seesPartners ? searchUsers(deps, caller, q, id) : [],
    listByIdInCells(deps, PAGE, ({ db }) =>
      searchRedemptions(db, caller, { id, codes: spellingsOfCode(q) }, MAX_OF_EACH_TYPE),
    ),
    seesCatalog
      ? listByIdInCells(deps, PAGE, ({ db }) => searchMerchants(db, caller, sought, MAX_OF_EACH_TYPE))
      : [],
    seesCatalog
      ? listByIdInCells(deps, PAGE, ({ db }) => searchVouchers(db, caller, sought, MAX_OF_EACH_TYPE))
      : [],
    seesPartners ? searchPartners(deps, caller, sought) : [],
    seesPartners && id !== null ? listInCells(deps, ({ db }) => searchDeliveries(db, caller, id)) : [],
    seesPartners && id !== null ? searchRequest(deps, caller, id) : null,
  ])
  const partnerNames = await namesOfPartners(deps, request ? [...users, request] : users)
  return {
    items: [
      ...users.map((user) => userHit(user, partnerNames.get(user.partnerId) ?? '')),
      ...redemptions.map((redemption) => redemptionHit(redemption, seesPartners)),
      ...merchants.map(merchantHit),
      ...vouchers.map(voucherHit),
      ...partners.map(partnerHit),
      ...deliveries.map(deliveryHit),
      ...(request ? [requestHit(request, partnerNames.get(request.partnerId ?? '') ?? null)] : []),
    ],
  }
}

async function searchUsers(
  { db }: Runtime,
  caller: Caller,
  q: string,
  id: string | null,
): Promise<UserRecord[]> {
  const byId = id === null ? null : await findUser(db, caller, id)
  if (byId) return [byId]
  const found = await listUsers(db, caller, firstRows(USER_LIST, MAX_OF_EACH_TYPE), { q })
  return found.slice(0, MAX_OF_EACH_TYPE)
}

async function searchPartners(
  { db }: Runtime,
  caller: Caller,
  { id, pattern }: { id: string | null; pattern: string },
): Promise<PartnerRecord[]> {
  const byId = id === null ? null : await findPartner(db, caller, id)
  if (byId) return [byId]
  const found = await listPartners(db, caller, { limit: MAX_OF_EACH_TYPE, before: null }, pattern)
  return found.slice(0, MAX_OF_EACH_TYPE)
}

/** The result includes all requests of this node. Requests of the last second on other nodes may be missing. */
async function searchRequest(
  { db, requestLog }: RequestLogDeps,
  caller: Caller,
  id: string,
): Promise<RequestRow | null> {
  await requestLog.flush()
  return findRequest(db, caller, id)
}

function namesOfPartners({ db }: Runtime, of: { partnerId: string | null }[]): Promise<Map<string, string>> {
  const ids = of.map(({ partnerId }) => partnerId).filter((id) => id !== null)
  return listPartnerNames(db, [...new Set(ids)])
}

const joined = (...parts: (string | null)[]) => parts.filter((part) => part).join(' · ')

/** External ids repeat: two partners may each have a user-42. */
const userHit = (
  { id, partnerId, externalUserId, displayName, email, phone }: UserRecord,
  partnerName: string,
): Hit => ({
  ...{ ...NOTHING_MORE, type: 'user', id, partnerId, userId: id },
  title: displayName ?? externalUserId,
  subtitle: joined(partnerName, displayName && externalUserId, email, phone),
})

const redemptionHit = (
  { id, merchantId, partnerId, partnerName, userId, ...redemption }: FoundRedemption,
  seesPartners: boolean,
): Hit => ({
  ...{ type: 'redemption', id, state: null, merchantId, partnerId, userId },
  title: plainText(redemption.voucherTitle),
  subtitle: joined(
    seesPartners ? partnerName : null,
    redemption.externalUserId,
    redemption.outletName,
    redemption.code,
  ),
})

const merchantHit = ({ id, name, slug }: FoundMerchant): Hit => ({
  ...{ ...NOTHING_MORE, type: 'merchant', id, merchantId: id },
  ...{ title: name, subtitle: slug },
})

const voucherHit = ({ id, title, status, merchantId, merchantName }: FoundVoucher): Hit => ({
  ...{ ...NOTHING_MORE, type: 'voucher', id, state: status, merchantId },
  ...{ title: plainText(title), subtitle: merchantName },
})

const partnerHit = ({ id, name, slug }: PartnerRecord): Hit => ({
  ...{ ...NOTHING_MORE, type: 'partner', id, partnerId: id },
  ...{ title: name, subtitle: slug },
})

const deliveryHit = ({ id, type, state, partnerId, partnerName, userId }: FoundDelivery): Hit => ({
  ...{ ...NOTHING_MORE, type: 'delivery', id, state, partnerId, userId },
  ...{ title: type, subtitle: partnerName },
})

const requestHit = (
  { id, method, route, status, code, partnerId, externalUserId }: RequestRow,
  partnerName: string | null,
): Hit => ({
  ...{ ...NOTHING_MORE, type: 'request', id, partnerId },
  title: `${method} ${route}`,
  subtitle: joined(partnerName, externalUserId, `${status}`, code),
})
