import type { MerchantWithOutlets, Voucher } from '../api/routes.ts'
import { serverNow } from '../api/server-clock.ts'
import { ClockIcon, DownIcon, PinIcon, TicketIcon } from '../components/icons.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Picture } from '../components/picture.tsx'
import { format, words } from '../language/words.ts'
import { ENDS_SOON_DAYS, remainingUses } from './availability.ts'
import { useSupply } from './supply.ts'
import { VoucherAction } from './voucher-action.tsx'
import './voucher-card.css'

/** A voucher with all that the user should know before claiming or redeeming it. */
export function VoucherCard({
  voucher,
  merchant,
  level: Title = 'h3',
}: {
  voucher: Voucher
  merchant: MerchantWithOutlets
  level?: 'h2' | 'h3'
}) {
  const { title, description, terms, imagePath } = voucher
  return (
    <article class="card voucher">
      <Picture path={imagePath} />
      <div class="about">
        <Title id={`title-${voucher.id}`}>
          <MarkedTitle title={title} />
        </Title>
        {description !== null && (
          <p class="lines" dir="auto">
            {description}
          </p>
        )}
        <Facts voucher={voucher} merchant={merchant} />
        {terms !== null && (
          <details>
            <summary>
              {words.voucher.terms}
              <DownIcon />
            </summary>
            <p class="lines quiet-text" dir="auto">
              {terms}
            </p>
          </details>
        )}
      </div>
      <VoucherAction voucher={voucher} merchant={merchant} />
    </article>
  )
}

function Facts({ voucher, merchant }: { voucher: Voucher; merchant: MerchantWithOutlets }) {
  const now = serverNow()
  const exhausted = useSupply(voucher)
  const left = exhausted === null ? remainingUses(voucher, now) : null
  const { validUntil, outletIds } = voucher
  const days = validUntil !== null && voucher.isActive ? format.daysUntil(validUntil, now) : 0
  const isSoon = days <= ENDS_SOON_DAYS
  const valid = merchant.outlets.filter(({ id }) => outletIds?.includes(id))
  return (
    <ul class="facts">
      {left !== null && (
        <li>
          <TicketIcon />
          {left.text}
        </li>
      )}
      {validUntil !== null && days > 0 && (isSoon || left === null || left.end !== validUntil) && (
        <li class={isSoon ? 'soon' : ''}>
          <ClockIcon />
          {isSoon ? words.voucher.endsIn(days) : words.voucher.validUntil(validUntil)}
        </li>
      )}
      {outletIds !== null && valid.length < merchant.outlets.length && (
        <li>
          <PinIcon />
          {valid[0] && valid.length === 1
            ? words.voucher.atOutlet(valid[0].name)
            : words.voucher.someOutlets(valid.length)}
        </li>
      )}
    </ul>
  )
}
