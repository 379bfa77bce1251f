import type { Voucher } from '../api/routes.ts'
import { DownIcon } from '../components/icons.tsx'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Picture } from '../components/picture.tsx'
import { words } from '../language/words.ts'
import { serverNow } from '../time/server-clock.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { ConditionList } from './condition-list.tsx'
import { conditionsOf } from './conditions.ts'
import { useSupply } from './supply.ts'
import { VoucherAction } from './voucher-action.tsx'
import type { VoucherSite } from './voucher-site.ts'
import './voucher-card.css'

/** A voucher with all that the user should know before claiming or redeeming it: one of a list, or alone on its screen. */
export function VoucherCard({
  voucher,
  site,
  isAlone = false,
}: {
  voucher: Voucher
  site: VoucherSite
  isAlone?: boolean
}) {
  const Title = isAlone ? 'h2' : 'h3'
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
        <Facts voucher={voucher} site={site} />
        {isAlone && <AddToCalendar voucher={voucher} />}
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
      <VoucherAction voucher={voucher} merchant={site.merchant} canClaimAndRedeem={isAlone} />
    </article>
  )
}

function Facts({ voucher, site }: { voucher: Voucher; site: VoucherSite }) {
  const isUsable = useSupply(voucher) === null
  return <ConditionList conditions={conditionsOf(voucher, { now: serverNow(), site, isUsable })} />
}
