import type { Merchant } from './api.ts'
import { Logo } from './logo.tsx'
import { MarkedTitle } from './marked-title.tsx'

export function MerchantCard({ merchant }: { merchant: Merchant }) {
  const { name, logoPath, description, isNew, favorited, topVoucher } = merchant
  return (
    <li class="card">
      <div class="merchant">
        <Logo path={logoPath} name={name} />
        <div>
          <h3>
            {name}
            {isNew && <span class="badge">New</span>}
            {favorited && <Heart />}
          </h3>
          {description !== null && <p>{description}</p>}
        </div>
      </div>
      {topVoucher && (
        <p class="offer">
          <MarkedTitle title={topVoucher.title} />
        </p>
      )}
    </li>
  )
}

function Heart() {
  return (
    <svg class="heart" viewBox="0 0 24 24" role="img" aria-label="One of your favorites">
      <path d="M12 21S3 15 3 8.6A4.8 4.8 0 0 1 12 6a4.8 4.8 0 0 1 9 2.6C21 15 12 21 12 21z" />
    </svg>
  )
}
