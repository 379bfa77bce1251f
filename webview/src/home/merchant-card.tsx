import type { Merchant } from '../api/routes.ts'
import { Heart } from '../favorite/heart.tsx'
import { format, words } from '../language/words.ts'
import { categoryName } from '../merchant/category-name.ts'
import { NextIcon } from '../parts/icons.tsx'
import { Logo } from '../parts/logo.tsx'
import { MarkedTitle } from '../parts/marked-title.tsx'
import { go } from '../routing/navigation.ts'

/** A ticket: the place above the perforation, its best offer below. All of it opens the place, but for the heart. */
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
