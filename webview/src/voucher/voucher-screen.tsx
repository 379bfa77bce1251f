import { call } from '../api/call.ts'
import type { MerchantWithOutlets, Voucher } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { Screen } from '../components/screen.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { Heart } from '../favorite/heart.tsx'
import { words } from '../language/words.ts'
import { OutletList } from '../position/outlet-list.tsx'
import type { Route } from '../routing/route.ts'
import { VoucherCard } from './voucher-card.tsx'

/** One voucher and the outlets that accept it. */
export function VoucherScreen({ route: { id } }: { route: Extract<Route, { screen: 'voucher' }> }) {
  const voucher = useQuery<Voucher>(
    `voucher:${id}`,
    async () => (await call('viewVoucher', { params: { id } })).body,
  )
  return voucher.data ? (
    <VoucherAndOutlets voucher={voucher.data} />
  ) : (
    <Screen title={words.title}>
      {voucher.error !== null ? (
        <FailureMessage error={voucher.error} retry={voucher.retry} />
      ) : (
        <CardSkeletons count={1} />
      )}
    </Screen>
  )
}

function VoucherAndOutlets({ voucher }: { voucher: Voucher }) {
  const id = voucher.merchantId
  const { data, error, retry } = useQuery<MerchantWithOutlets>(
    `merchant:${id}`,
    async () => (await call('viewMerchant', { params: { id } })).body,
  )
  const { outletIds } = voucher
  const outlets = data?.outlets.filter((outlet) => outletIds === null || outletIds.includes(outlet.id))
  return (
    <Screen title={data?.name ?? words.title} action={data && <Heart merchant={data} />}>
      {data && outlets ? (
        <>
          <VoucherCard voucher={voucher} merchant={data} isAlone />
          <OutletList outlets={outlets} />
        </>
      ) : error !== null ? (
        <FailureMessage error={error} retry={retry} />
      ) : (
        <CardSkeletons count={1} />
      )}
    </Screen>
  )
}
