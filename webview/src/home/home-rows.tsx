import type { Home, Merchant, WalletItem } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { format, words } from '../language/words.ts'
import { lastPosition } from '../position/locate.ts'
import { usableUntil } from '../voucher/usable-period.ts'
import { fetchPage, pageKey } from './home-queries.ts'
import { featuredPicture } from './prefetch-home.ts'
import { type RowCard, SwipeRow } from './swipe-row.tsx'
import { queryOf } from './use-merchants.ts'

/** A shorter row would only repeat the list below it. */
const MIN_CARDS = 2
const MAX_CARDS = 8

const rowCardOf = ({ id, name, category, topVoucher, ...merchant }: Merchant): RowCard => ({
  id,
  opens: { screen: 'merchant', id, name },
  name,
  category,
  title: topVoucher?.title ?? null,
  picturePath: featuredPicture({ topVoucher, ...merchant }),
})

/** The row of merchants that the operator features. Placeholders until the service responds. */
export function FeaturedRow({ featured }: { featured: Merchant[] | undefined }) {
  if (featured?.length === 0) return null
  return (
    <SwipeRow id="featured" heading={words.home.featured} cards={featured?.map(rowCardOf)} isFirst={true} />
  )
}

/** The rows above the whole list: what is near, what is new, and what ends soon in the wallet. */
export function HomeRows({ home }: { home: Home | null | undefined }) {
  const newest = home?.new ?? []
  const ending = home?.wallet?.endsSoon ?? []
  return (
    <>
      {lastPosition() !== null && <NearbyRow />}
      {newest.length > MIN_CARDS && (
        <SwipeRow id="newest" heading={words.home.newPlaces} cards={newest.map(rowCardOf)} />
      )}
      {ending.length > 0 && (
        <SwipeRow id="ending" heading={words.home.endingSoon} cards={ending.flatMap(endingCardOf)} />
      )}
    </>
  )
}

/** This row appears only once the user has shared their position: see NearbyQuestion. The filter has the same query. */
function NearbyRow() {
  const query = queryOf({ only: 'near' })
  const { data, error } = useQuery(pageKey(query), () => fetchPage(query))
  if (error !== null && !data) return null
  const near = data?.merchants.filter(({ distanceMeters }) => distanceMeters != null).slice(0, MAX_CARDS)
  if (near && near.length < MIN_CARDS) return null
  const cards = near?.map((merchant) => ({
    ...rowCardOf(merchant),
    remark: format.distance(merchant.distanceMeters ?? 0),
  }))
  return <SwipeRow id="nearby" heading={words.home.near} cards={cards} />
}

function endingCardOf({ id, voucherId, title, merchant, voucher }: WalletItem): RowCard[] {
  const end = voucher && usableUntil(voucher)
  if (!voucher || !merchant || !end) return []
  return [
    {
      id,
      opens: { screen: 'voucher', id: voucherId },
      name: merchant.name,
      category: merchant.category,
      title,
      picturePath: voucher.imagePath,
      remark: <span class="red">{words.voucher.endsIn(format.daysUntil(end), end)}</span>,
    },
  ]
}
