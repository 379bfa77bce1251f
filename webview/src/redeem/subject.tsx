import { getCached } from '../api/cache.ts'
import type { MerchantWithOutlets, Voucher } from '../api/routes.ts'
import { PinIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'

/** Which voucher, and at which outlet once it is chosen: above every step of a redemption. */
export function Subject({ voucherId, outletId }: { voucherId: string; outletId: string | undefined }) {
  const voucher = getCached<Voucher>(`voucher:${voucherId}`)?.data
  const merchant = voucher && getCached<MerchantWithOutlets>(`merchant:${voucher.merchantId}`)?.data
  if (!voucher) return null
  const outlet = merchant?.outlets.find(({ id }) => id === outletId)
  return (
    <div class="subject">
      <Logo path={merchant?.logoPath ?? null} name={merchant?.name ?? ''} />
      <div>
        <p class="subject-title">
          <MarkedTitle title={voucher.title} />
        </p>
        <p class="quiet-text">
          {outlet && <PinIcon />}
          <bdi>{outlet?.name ?? merchant?.name}</bdi>
        </p>
      </div>
    </div>
  )
}
