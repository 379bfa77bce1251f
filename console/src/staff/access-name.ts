import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { useQueries } from '@tanstack/react-query'
import { apiQuery, useApiQuery } from '../api/use-api-query.ts'
import { joinItems } from '../time/join-items.ts'
import { STAFF_WORDS as words } from '../words/staff.ts'

const MAX_NAMED = 3

/** The merchants or the partner that a person or key is limited to. */
export function AccessName({
  merchantIds,
  partnerId,
}: {
  merchantIds: string[] | null
  partnerId: string | null
}): string {
  const shown = (merchantIds ?? []).slice(0, MAX_NAMED)
  const merchants = useQueries({ queries: shown.map((id) => apiQuery(getMerchant, { params: { id } })) })
  const partner = useApiQuery(getPartner, partnerId === null ? null : { params: { id: partnerId } })
  if (merchantIds !== null) {
    const names = joinItems(merchants.map(({ data }) => data?.name ?? '…'))
    const more = merchantIds.length - shown.length
    return more === 0 ? names : words.andMore(names, more)
  }
  if (partnerId !== null) return partner.data?.name ?? '…'
  return words.everything
}
