import type { Voucher } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { FailureMessage } from '../components/failure-message.tsx'
import { Screen } from '../components/screen.tsx'
import { CardSkeletons } from '../components/skeleton.tsx'
import { Heart } from '../favorite/heart.tsx'
import { words } from '../language/words.ts'
import { OutletList } from '../position/outlet-list.tsx'
import type { Route } from '../routing/route.ts'
import { loadVoucher } from './load-voucher.ts'
import { ShareButton } from './share-button.tsx'
import { VoucherCard } from './voucher-card.tsx'
import { useVoucherSite } from './voucher-site.ts'
import '../components/columns.css'

/** One voucher and the outlets that accept it. */
export function VoucherScreen({ route: { id } }: { route: Extract<Route, { screen: 'voucher' }> }) {
  const voucher = useQuery<Voucher>(`voucher:${id}`, () => loadVoucher(id))
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
  const { site, error, retry } = useVoucherSite(voucher)
  return (
    <Screen
      title={site?.merchant.name ?? words.title}
      action={
        site && (
          <>
            <ShareButton voucher={voucher} merchantName={site.merchant.name} />
            <Heart merchant={site.merchant} />
          </>
        )
      }
    >
      {site ? (
        <div class="columns">
          <VoucherCard voucher={voucher} site={site} isAlone />
          <OutletList outlets={site.outlets} />
        </div>
      ) : error !== null ? (
        <FailureMessage error={error} retry={retry} />
      ) : (
        <CardSkeletons count={1} />
      )}
    </Screen>
  )
}
