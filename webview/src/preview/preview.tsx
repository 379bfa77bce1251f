import { render } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import '../theme/tokens.css'
import '../theme/base.css'
import { setCached } from '../api/cache.ts'
import type { Home } from '../api/routes.ts'
import { ApplyBranding } from '../home/branding.ts'
import { HOME_KEY, pageKey } from '../home/home-queries.ts'
import { HomeScreen } from '../home/home-screen.tsx'
import { offersKey } from '../home/offers.ts'
import { PAGE_SIZE } from '../home/prefetch-home.ts'
import { chooseLanguage } from '../language/words.ts'
import { MerchantScreen } from '../merchant/merchant-screen.tsx'
import { followScheme } from '../theme/scheme.ts'
import { supplyKey } from '../voucher/supply.ts'
import { VoucherScreen } from '../voucher/voucher-screen.tsx'
import type { PreviewMessage, PreviewReady } from './preview-message.ts'

const app = document.getElementById('app') as HTMLElement
// The screens are inert. This keeps the arrow keys for scrolling.
document.body.tabIndex = 0

followScheme()
chooseLanguage().then(() => {
  addEventListener('message', ({ source, origin, data }) => {
    // Only the console of the same host may send: any other sender could show anything under our name.
    if (source !== parent || origin !== location.origin || data?.type !== 'counterfoil:preview') return
    show(data as PreviewMessage)
  })
  const ready: PreviewReady = { type: 'counterfoil:preview-ready' }
  parent.postMessage(ready, location.origin)
})

function show(message: PreviewMessage): void {
  fillCache(message)
  render(<Preview {...message} />, app)
}

/** Stores the records under the keys that the screens read. */
function fillCache({ branding, categories, merchant, vouchers }: PreviewMessage): void {
  setCached('branding', branding)
  setCached('categories', categories)
  setCached<Home>(HOME_KEY, {
    ...{ branding, categories, featured: [merchant], new: [], greeting: { displayName: null } },
    counts: { merchants: 1, featured: 1, new: 0 },
  })
  setCached(pageKey({ limit: PAGE_SIZE }), { merchants: [merchant], next: null })
  setCached(`merchant:${merchant.id}`, merchant)
  setCached(offersKey(merchant.id), vouchers)
  for (const voucher of vouchers) {
    setCached(`voucher:${voucher.id}`, voucher)
    setCached(supplyKey(voucher.id), null)
  }
}

function Preview({ screen, merchant, vouchers: [voucher] }: PreviewMessage) {
  useLayoutEffect(() => {
    // Nobody can tap here, so the terms are open.
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  return (
    <>
      <ApplyBranding />
      {screen === 'home' && <HomeScreen route={{ screen }} />}
      {screen === 'merchant' && <MerchantScreen route={{ screen, id: merchant.id }} />}
      {screen === 'voucher' && voucher && <VoucherScreen route={{ screen, id: voucher.id }} />}
    </>
  )
}
