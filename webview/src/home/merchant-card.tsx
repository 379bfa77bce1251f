import type { Merchant } from '../api/routes.ts'
import { NextIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Heart } from '../favorite/heart.tsx'
import { format, words } from '../language/words.ts'
import { categoryName } from '../merchant/category-name.ts'
import { go } from '../routing/navigation.ts'

/** A ticket: the merchant above the perforation, its top offer below. The whole card except the heart opens the merchant. */
export function MerchantCard({ merchant }: { merchant: Merchant }) {
  const { id, name, logoPath, isNew, topVoucher, category, distanceMeters } = merchant
  return (
    <li class="card opening merchant">
      <div class="place">
        <Logo path={logoPath} name={name} />
        <div>
          <h3>
            <button type="button" id={`merchant-${id}`} onClick={() => go({ screen: 'merchant', id, name })}>
              <bdi>{name}</bdi>
            </button>
            {isNew && <span class="badge">{words.newBadge}</span>}
          </h3>
          <p class="quiet-text">
            {distanceMeters != null && <strong>{format.distance(distanceMeters)} · </strong>}
            <bdi>{categoryName(category)}</bdi>
          </p>
        </div>
        <Heart merchant={merchant} />
      </div>
      {topVoucher && (
        <div class="offer">
          <p>
            <MarkedTitle title={topVoucher.title} />
          </p>
          <NextIcon />
        </div>
      )}
    </li>
  )
}
