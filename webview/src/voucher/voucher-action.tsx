import { useState } from 'preact/hooks'
import { markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Voucher } from '../api/routes.ts'
import { showToast } from '../components/toast.tsx'
import { useFavorite } from '../favorite/favorites.ts'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { useTapGuard } from '../routing/tap-guard.ts'
import { serverNow } from '../time/server-clock.ts'
import { availabilityOf } from './availability.ts'
import { showClaimed } from './own-changes.ts'
import { useSupply } from './supply.ts'

type FavoriteMerchant = { id: string; name: string; favorited: boolean }

/** One button, or the reason why there is none. */
export function VoucherAction({ voucher, merchant }: { voucher: Voucher; merchant: FavoriteMerchant }) {
  const { isFavorite, toggle } = useFavorite(merchant)
  const [isClaiming, setClaiming] = useState(false)
  const exhausted = useSupply(voucher)
  const { action, why } = availabilityOf(voucher, { isFavorite, now: serverNow(), exhausted })
  // Claim becomes Redeem on the same spot.
  useTapGuard(action)

  const claim = async () => {
    setClaiming(true)
    try {
      const { body } = await call('claimVoucher', { body: { voucherId: voucher.id } })
      showClaimed(voucher, body)
      showToast(words.voucher.claimed, { screen: 'wallet' })
    } catch (error) {
      const { title, text } = describeFailure(error)
      showToast(`${title}. ${text}`)
      markStale('voucher')
    }
    setClaiming(false)
  }
  const redeem = () => go({ screen: 'redeem', voucherId: voucher.id })
  const { label, act } = {
    claim: { label: isClaiming ? words.voucher.claiming : words.voucher.claim, act: claim },
    redeem: { label: words.voucher.redeem, act: redeem },
    favorite: { label: words.voucher.addFavorite, act: toggle },
  }[action ?? 'redeem']
  return (
    <div class="action">
      {why !== null && <p class={action === null ? 'why' : 'quiet-text'}>{why}</p>}
      {action !== null && (
        <button
          type="button"
          id={`act-${voucher.id}`}
          class={action === 'favorite' ? 'button wide quiet' : 'button wide'}
          aria-disabled={isClaiming}
          aria-describedby={`title-${voucher.id}`}
          onClick={isClaiming ? undefined : act}
        >
          {label}
        </button>
      )}
    </div>
  )
}
