import { useState } from 'preact/hooks'
import { cached, keep, markStale } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Voucher } from '../api/routes.ts'
import { serverNow } from '../api/server-clock.ts'
import { useFavorite } from '../favorite/favorites.ts'
import { tellFailure } from '../language/failure-words.ts'
import { words } from '../language/words.ts'
import { say } from '../parts/toast.tsx'
import { go } from '../routing/navigation.ts'
import { standingOf } from './standing.ts'
import { useSupply } from './supply.ts'

type Favored = { id: string; name: string; favorited: boolean }

/** One clear action, or why not. */
export function VoucherAction({ voucher, merchant }: { voucher: Voucher; merchant: Favored }) {
  const { isFavorite, toggle } = useFavorite(merchant)
  const [isClaiming, setClaiming] = useState(false)
  const runOut = useSupply(voucher)
  const { action, why } = standingOf(voucher, { isFavorite, now: serverNow(), runOut })

  const claim = async () => {
    setClaiming(true)
    try {
      const { body } = await call('claimVoucher', { body: { voucherId: voucher.id } })
      showClaimed(voucher, body.claimedAt)
      say(words.voucher.claimed)
    } catch (error) {
      const { title, text } = tellFailure(error)
      say(`${title}. ${text}`)
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

/** At once wherever the voucher is shown; the service is asked again for the rest. */
function showClaimed(voucher: Voucher, claimedAt: string): void {
  const claimed = { ...voucher, me: { ...voucher.me, claimed: true, claimedAt } }
  const listKey = `vouchers:${voucher.merchantId}`
  const list = cached<Voucher[]>(listKey)?.data
  if (list) {
    keep(
      listKey,
      list.map((other) => (other.id === voucher.id ? claimed : other)),
    )
  }
  keep(`voucher:${voucher.id}`, claimed)
  markStale('claims')
}
