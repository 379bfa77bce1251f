import type { Merchant } from '../api/routes.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Picture } from '../components/picture.tsx'
import { Heart } from '../favorite/heart.tsx'
import { format, words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { nearEndOf } from './ending-soon.ts'
import { isTopClaimed, offersOf } from './offers.ts'
import { featuredPicture } from './prefetch-home.ts'

type Props = {
  merchant: Merchant
  categoryName: string | undefined
  /** The voucher that a search found, if it is not the top one. */
  found?: { id: string; title: string } | null
}

/** The offer's picture and title lead. The whole card except the heart opens the merchant. */
export function MerchantCard({ merchant, categoryName, found }: Props) {
  const { id, name, logoPath, isNew, topVoucher, distanceMeters } = merchant
  const picture = featuredPicture(merchant)
  const offer = found ?? topVoucher
  return (
    <li class="card opening merchant">
      <div class={picture === null ? 'thumb plain' : 'thumb'}>
        {picture !== null && <Picture path={picture} />}
        <Logo path={logoPath} name={name} />
      </div>
      <div class="place">
        <h3>
          <button type="button" id={`merchant-${id}`} onClick={() => go({ screen: 'merchant', id, name })}>
            <bdi>{name}</bdi>
          </button>
          {isNew && <span class="badge">{words.newBadge}</span>}
        </h3>
        {offer && (
          <p class="offer">
            <MarkedTitle title={offer.title} />
          </p>
        )}
        <p class="quiet-text">
          {distanceMeters != null && <strong>{format.distance(distanceMeters)} · </strong>}
          <bdi>{categoryName}</bdi>
        </p>
        <OfferState merchant={merchant} voucherId={offer?.id} />
      </div>
      <Heart merchant={merchant} />
    </li>
  )
}

/** What is known about the offer: in the wallet, or about to end. */
function OfferState({ merchant, voucherId }: { merchant: Merchant; voucherId: string | undefined }) {
  const voucher = offersOf(merchant.id)?.find(({ id }) => id === voucherId)
  const end = voucher ? nearEndOf(voucher) : null
  const isClaimed = voucherId === merchant.topVoucher?.id ? isTopClaimed(merchant) : voucher?.me.claimed
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
