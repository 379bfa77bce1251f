import { listVouchers } from '@counterfoil/contract/admin/vouchers.ts'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'

/** The largest page. Few merchants have more, and those that users see are among the newest. */
const LIMIT = 200

/** A merchant's vouchers, the most recently published first, as users see them. Empty while they load. */
export function useVouchersOf(merchantId: string): ResponseBody<typeof listVouchers>['items'] {
  const page = useApiQuery(listVouchers, { params: { id: merchantId }, query: { limit: LIMIT } })
  return (page.data?.items ?? []).toSorted((a, b) => timeOf(b) - timeOf(a))
}

const timeOf = ({ publishedAt }: { publishedAt: string | null }) =>
  publishedAt ? Date.parse(publishedAt) : 0
