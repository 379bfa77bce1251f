import type { ComponentChildren } from 'preact'
import { getCached } from '../api/cache.ts'
import type { Voucher } from '../api/routes.ts'
import { PinIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { knownSite } from '../voucher/voucher-site.ts'

type Props = { voucherId: string; outletId: string | undefined; children?: ComponentChildren }

/** Which voucher, and at which outlet once it is chosen: above every step of a redemption. */
export function Subject({ voucherId, outletId, children }: Props) {
  const voucher = getCached<Voucher>(`voucher:${voucherId}`)?.data
  const site = voucher && knownSite(voucher)
  if (!voucher) return null
  const { merchant, outlets } = site ?? {}
  const outlet = outlets?.find(({ id }) => id === outletId)
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
        {children}
      </div>
    </div>
  )
}
