import { call } from '../api/call.ts'
import type { MerchantWithOutlets, Voucher } from '../api/routes.ts'
import { type QueryResult, useQuery } from '../api/use-query.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { Logo } from '../components/logo.tsx'
import { Picture } from '../components/picture.tsx'
import { Screen } from '../components/screen.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { Heart } from '../favorite/heart.tsx'
import { fetchCategories } from '../home/home-queries.ts'
import { loadOffers, offersKey } from '../home/offers.ts'
import { words } from '../language/words.ts'
import { OutletList } from '../position/outlet-list.tsx'
import type { Route } from '../routing/route.ts'
import { VoucherCard } from '../voucher/voucher-card.tsx'
import { siteAt } from '../voucher/voucher-site.ts'
import { Blurb } from './blurb.tsx'
import '../components/columns.css'
import './merchant.css'

export function MerchantScreen({ route: { id, name } }: { route: Extract<Route, { screen: 'merchant' }> }) {
  const { data, error, retry } = useQuery<MerchantWithOutlets>(
    `merchant:${id}`,
    async () => (await call('viewMerchant', { params: { id } })).body,
  )
  // Vouchers load in parallel with the merchant. In sequence they would take twice as long.
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
  const { data: categories, error } = useQuery('categories', fetchCategories)
  return (
    <>
      {bannerPath !== null && <Picture path={bannerPath} class="banner" />}
      <div class={bannerPath === null ? 'sign' : 'sign over'}>
        <Logo path={logoPath} name={name} />
        <p class="quiet-text">
          <bdi>{categories?.find(({ slug }) => slug === category)?.name}</bdi>{' '}
          {/* Not before the name of the category, which would push it aside. */}
          {isNew && (categories || error !== null) && <span class="badge">{words.newBadge}</span>}
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
