import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { useZoneChoice } from '../time/time-zone.ts'

/** A time of a record that names its merchant. The merchant is loaded only if the reader wants its zone. */
export function MerchantMoment({ at, merchantId }: { at: string; merchantId: string | null }) {
  const zone = useMerchantZone(merchantId, useZoneChoice() === 'merchant')
  return <Moment at={at} {...(zone !== undefined && { merchantZone: zone })} />
}

/** The merchant's zone. It is undefined while it loads, and for a role that may not see merchants. */
export function useMerchantZone(merchantId: string | null, isWanted = true): string | undefined {
  const can = useCan()
  const merchant = useApiQuery(
    getMerchant,
    isWanted && merchantId !== null && can(getMerchant) ? { params: { id: merchantId } } : null,
  )
  return merchant.data?.id === merchantId ? merchant.data?.timezone : undefined
}
