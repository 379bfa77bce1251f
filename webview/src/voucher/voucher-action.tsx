import { useState } from 'preact/hooks'
import { markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Voucher } from '../api/routes.ts'
import { showToast } from '../components/toast.tsx'
import { useFavorite } from '../favorite/favorites.ts'
import { describeFailure } from '../language/describe-failure.ts'
import { words } from '../language/words.ts'
import { currentPlace, go } from '../routing/navigation.ts'
import { useTapGuard } from '../routing/tap-guard.ts'
import { serverNow } from '../time/server-clock.ts'
import { availabilityOf, type Facts } from './availability.ts'
import { showClaimed } from './own-changes.ts'
import { useSupply } from './supply.ts'

type FavoriteMerchant = { id: string; name: string; favorited: boolean }
type Props = { voucher: Voucher; merchant: FavoriteMerchant; canClaimAndRedeem?: boolean }
type Claiming = 'claim' | 'claim-and-redeem'

/** One button, or the reason why there is none. On its own screen, a voucher can also be claimed and redeemed in one. */
export function VoucherAction({ voucher, merchant, canClaimAndRedeem = false }: Props) {
  const { isFavorite, toggle } = useFavorite(merchant)
  const exhausted = useSupply(voucher)
  const facts = { isFavorite, now: serverNow(), exhausted }
  const { action, why } = availabilityOf(voucher, facts)
  const { claiming, claim } = useClaim(voucher)
  // Claim becomes Redeem on the same spot.
  useTapGuard(action)

  const redeemsAtOnce = canClaimAndRedeem && action === 'claim' && isReadyOnceClaimed(voucher, facts)
  const isQuiet = redeemsAtOnce || action === 'favorite'
  const { label, act } = {
    claim: {
      label: claiming === 'claim' ? words.voucher.claiming : words.voucher.claim,
      act: () => claim('claim'),
    },
    redeem: { label: words.voucher.redeem, act: () => openRedeem(voucher) },
    favorite: { label: words.voucher.addFavorite, act: toggle },
  }[action ?? 'redeem']
  const shared = {
    type: 'button',
    'aria-disabled': claiming !== null,
    'aria-describedby': `title-${voucher.id}`,
  } as const
  return (
    <div class="action">
      {why !== null && <p class={action === null ? 'why' : 'quiet-text'}>{why}</p>}
      {redeemsAtOnce && (
        <button {...shared} class="button wide" onClick={() => claim('claim-and-redeem')}>
          {claiming === 'claim-and-redeem' ? words.voucher.claiming : words.voucher.claimAndRedeem}
        </button>
      )}
      {action !== null && (
        <button
          {...shared}
          id={`act-${voucher.id}`}
          class={isQuiet ? 'button wide quiet' : 'button wide'}
          onClick={claiming ? undefined : act}
        >
          {label}
        </button>
      )}
    </div>
  )
}

/** Whether a claim is all that a redemption still needs. */
function isReadyOnceClaimed(voucher: Voucher, facts: Facts): boolean {
  const claimed = { ...voucher, me: { ...voucher.me, claimed: true } }
  return availabilityOf(claimed, facts).action === 'redeem'
}

const openRedeem = ({ id }: Voucher) => go({ screen: 'redeem', voucherId: id })

/**
 * Claims the voucher. A claim without a response may have arrived: a second tap is harmless, since the service returns the
 * first claim again.
 */
function useClaim(voucher: Voucher) {
  const [claiming, setClaiming] = useState<Claiming | null>(null)
  const claim = async (kind: Claiming) => {
    if (claiming !== null) return
    const { route } = currentPlace()
    setClaiming(kind)
    try {
      const { body } = await call('claimVoucher', { body: { voucherId: voucher.id } })
      showClaimed(voucher, body)
      // The user may have left while the claim was on its way.
      if (kind === 'claim-and-redeem' && currentPlace().route === route) openRedeem(voucher)
      else showToast(words.voucher.claimed, { screen: 'wallet' })
    } catch (error) {
      const { title, text } = describeFailure(error)
      showToast(`${title}. ${text}`)
      markStale('voucher')
    }
    setClaiming(null)
  }
  return { claiming, claim }
}
