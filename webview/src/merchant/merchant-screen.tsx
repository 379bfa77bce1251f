import type { MerchantWithOutlets, Voucher } from '../api/routes.ts'
import { type QueryResult, useQuery } from '../api/use-query.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { Logo } from '../components/logo.tsx'
import { Picture } from '../components/picture.tsx'
import { Screen } from '../components/screen.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { Heart } from '../favorite/heart.tsx'
import { categoryName } from '../home/category-name.ts'
import { offersKey } from '../home/offers.ts'
import { words } from '../language/words.ts'
import { OutletList } from '../position/outlet-list.tsx'
import type { Route } from '../routing/route.ts'
import { VoucherCard } from '../voucher/voucher-card.tsx'
import { siteAt } from '../voucher/voucher-site.ts'
import { Blurb } from './blurb.tsx'
import { loadMerchant, loadOffers } from './load-merchant.ts'
import '../components/columns.css'
import './merchant.css'

export function MerchantScreen({ route: { id, name } }: { route: Extract<Route, { screen: 'merchant' }> }) {
  const { data, error, retry } = useQuery<MerchantWithOutlets>(`merchant:${id}`, () => loadMerchant(id))
  const vouchers = useQuery<Voucher[]>(offersKey(id), () => loadOffers(id))
  return (
    <Screen title={data?.name ?? name ?? words.title} action={data && <Heart merchant={data} />}>
      {data ? (
        <>
          <About merchant={data} />
          <div class="columns">
            <Vouchers merchant={data} vouchers={vouchers} />
            {isComing(vouchers) || <OutletList outlets={data.outlets} />}
          </div>
        </>
      ) : error !== null ? (
        <FailureMessage error={error} retry={retry} />
      ) : (
        <div class="merchant-ghost" aria-hidden="true">
          <div class="picture banner" />
          <div class="sign over">
            <span class="logo" />
          </div>
          <CardSkeletons count={1} />
        </div>
      )}
    </Screen>
  )
}

/** The content below waits while this is true, so that nothing shifts. */
const isComing = ({ data, error }: QueryResult<unknown>) => data === undefined && error === null

function About({ merchant }: { merchant: MerchantWithOutlets }) {
  const { name, bannerPath, logoPath, description, category, isNew } = merchant
  return (
    <>
      {bannerPath !== null && <Picture path={bannerPath} class="banner" />}
      <div class={bannerPath === null ? 'sign' : 'sign over'}>
        <Logo path={logoPath} name={name} />
        <p class="quiet-text">
          <bdi>{categoryName(category)}</bdi> {isNew && <span class="badge">{words.newBadge}</span>}
        </p>
      </div>
      {description !== null && <Blurb text={description} />}
    </>
  )
}

type VouchersProps = { merchant: MerchantWithOutlets; vouchers: QueryResult<Voucher[]> }

function Vouchers({ merchant, vouchers: { data, error, retry } }: VouchersProps) {
  return (
    <section aria-labelledby="vouchers">
      <h2 id="vouchers">{words.merchant.vouchers}</h2>
      {data?.length === 0 && (
        <div class="empty">
          <h3>{words.merchant.noVouchers.title}</h3>
          <p>{words.merchant.noVouchers.text}</p>
        </div>
      )}
      {!data &&
        (error !== null ? <FailureMessage error={error} retry={retry} /> : <CardSkeletons count={1} />)}
      <div class="cards">
        {data?.map((voucher) => (
          <VoucherCard key={voucher.id} voucher={voucher} site={siteAt(merchant, voucher)} />
        ))}
      </div>
    </section>
  )
}
