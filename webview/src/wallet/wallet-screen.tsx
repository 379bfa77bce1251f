import { CloseVisit } from '../components/close-app.tsx'
import { useScreenFocus } from '../components/screen-focus.ts'
import { words } from '../language/words.ts'
import { replace } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { ClaimedVouchers } from './claimed-vouchers.tsx'
import { RedemptionHistory } from './redemption-history.tsx'
import './wallet.css'

type WalletRoute = Extract<Route, { screen: 'wallet' }>

/** The claimed vouchers, or the history of redemptions. */
export function WalletScreen({ route }: { route: WalletRoute }) {
  const heading = useScreenFocus()
  const { view, isNear, merchantId } = route
  return (
    <main class="wallet">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {words.wallet.title}
        </h1>
        <CloseVisit />
      </header>
      <Views view={view} />
      {view === 'history' ? <RedemptionHistory /> : <ClaimedVouchers filter={{ isNear, merchantId }} />}
    </main>
  )
}

function Views({ view }: { view: WalletRoute['view'] }) {
  const show = (chosen: WalletRoute) => {
    if (chosen.view === view) return
    replace(chosen)
    window.scrollTo(0, 0)
  }
  return (
    <fieldset class="views" aria-label={words.wallet.views}>
      <button type="button" aria-pressed={view === undefined} onClick={() => show({ screen: 'wallet' })}>
        {words.wallet.vouchers}
      </button>
      <button
        type="button"
        aria-pressed={view === 'history'}
        onClick={() => show({ screen: 'wallet', view: 'history' })}
      >
        {words.wallet.history}
      </button>
    </fieldset>
  )
}
