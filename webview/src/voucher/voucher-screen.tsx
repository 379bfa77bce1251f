import { call } from '../api/call.ts'
import type { MerchantWithOutlets, Voucher } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Heart } from '../favorite/heart.tsx'
import { words } from '../language/words.ts'
import { OutletList } from '../merchant/outlet-list.tsx'
import { Failed } from '../parts/failed.tsx'
import { Screen } from '../parts/screen.tsx'
import { CardSkeletons } from '../parts/skeleton.tsx'
import type { Route } from '../routing/route.ts'
import { VoucherCard } from './voucher-card.tsx'

/** One voucher and where to use it. */
export function VoucherScreen({ route: { id } }: { route: Extract<Route, { screen: 'voucher' }> }) {
  const voucher = useAnswer<Voucher>(
    `voucher:${id}`,
    async () => (await call('viewVoucher', { params: { id } })).body,
  )
  return voucher.data ? (
    <OfMerchant voucher={voucher.data} />
  ) : (
    <Screen title={words.title}>
      {voucher.error !== null ? (
        <Failed error={voucher.error} retry={voucher.retry} />
      ) : (
        <CardSkeletons count={1} />
      )}
    </Screen>
  )
}

function OfMerchant({ voucher }: { voucher: Voucher }) {
  const id = voucher.merchantId
  const { data, error, retry } = useAnswer<MerchantWithOutlets>(
    `merchant:${id}`,
    async () => (await call('viewMerchant', { params: { id } })).body,
  )
  const { outletIds } = voucher
  const outlets = data?.outlets.filter((outlet) => outletIds === null || outletIds.includes(outlet.id))
  return (
    <Screen title={data?.name ?? words.title} action={data && <Heart merchant={data} />}>
      {data && outlets ? (
        <>
          <VoucherCard voucher={voucher} merchant={data} level="h2" />
          <OutletList outlets={outlets} />
        </>
      ) : error !== null ? (
        <Failed error={error} retry={retry} />
      ) : (
        <CardSkeletons count={1} />
      )}
    </Screen>
  )
}
