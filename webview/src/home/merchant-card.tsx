import type { ComponentChildren } from 'preact'
import type { Merchant, Voucher } from '../api/routes.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Picture } from '../components/picture.tsx'
import { CARD_SIZES } from '../components/picture-widths.ts'
import { Heart } from '../favorite/heart.tsx'
import { format, words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { ENDS_SOON_DAYS, usableUntil } from '../voucher/usable-period.ts'
import { knownTopVoucher } from './offers.ts'
import { featuredPicture } from './prefetch-home.ts'

type Props = {
  merchant: Merchant
  categoryName: string | undefined
  /** The name with the words that a search found, and the other text that has them. */
  markedName?: ComponentChildren
  match?: ComponentChildren
}

/** The offer's picture and title lead. The whole card except the heart opens the merchant. */
export function MerchantCard({ merchant, categoryName, markedName, match }: Props) {
  const { id, name, logoPath, isNew, topVoucher, distanceMeters } = merchant
  const picture = featuredPicture(merchant)
  return (
    <li class="card opening merchant">
      <div class={picture === null ? 'thumb plain' : 'thumb'}>
        {picture !== null && <Picture path={picture} sizes={CARD_SIZES} />}
        <Logo path={logoPath} name={name} />
      </div>
      <div class="place">
        <h3>
          <button type="button" id={`merchant-${id}`} onClick={() => go({ screen: 'merchant', id, name })}>
            <bdi>{markedName ?? name}</bdi>
          </button>{' '}
          {isNew && <span class="badge">{words.newBadge}</span>}
        </h3>
        {topVoucher && (
          <p class="offer">
            <MarkedTitle title={topVoucher.title} />
          </p>
        )}
        {match}
        <p class="quiet-text">
          {distanceMeters != null && <strong>{format.distance(distanceMeters)} · </strong>}
          <bdi>{categoryName}</bdi>
        </p>
        <OfferState merchant={merchant} />
      </div>
      <Heart merchant={merchant} />
    </li>
  )
}

/** What is known about the offer: in the wallet, or about to end. */
function OfferState({ merchant }: { merchant: Merchant }) {
  const voucher = knownTopVoucher(merchant)
  const end = voucher ? nearEndOf(voucher) : null
  const isClaimed = voucher?.me.claimed
  if (end === null && !isClaimed) return null
  return (
    <p class="offer-state">
      {isClaimed && (
        <span class="in-wallet">
          <CheckIcon />
          {words.home.inWallet}
        </span>
      )}
      {end !== null && <span class="red">{words.voucher.endsIn(format.daysUntil(end), end)}</span>}
    </p>
  )
}

/** The end of an offer that the user can still get, if it is near. */
function nearEndOf(voucher: Voucher): string | null {
  const end = usableUntil(voucher)
  return end !== null && voucher.me.remaining > 0 && format.daysUntil(end) <= ENDS_SOON_DAYS ? end : null
}
