import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { STAFF_WORDS as words } from '../words/staff.ts'

/** The merchant or partner that a person or key is limited to. */
export function AccessName({
  merchantId,
  partnerId,
}: {
  merchantId: string | null
  partnerId: string | null
}): string {
  const merchant = useApiQuery(getMerchant, merchantId === null ? null : { params: { id: merchantId } })
  const partner = useApiQuery(getPartner, partnerId === null ? null : { params: { id: partnerId } })
  if (merchantId !== null) return merchant.data?.name ?? '…'
  if (partnerId !== null) return partner.data?.name ?? '…'
  return words.everything
}
