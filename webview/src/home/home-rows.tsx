import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Merchant } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { format, words } from '../language/words.ts'
import { lastPosition } from '../position/locate.ts'
import { nearQuery } from '../position/near-query.ts'
import { type Ending, endingSoon } from './ending-soon.ts'
import { rowCardOf } from './featured-row.tsx'
import { fetchPage, pageKey } from './home-queries.ts'
import { fetchOffers, useCacheChanges } from './offers.ts'
import { FEATURED_COUNT } from './prefetch-home.ts'
import { SwipeRow } from './swipe-row.tsx'

/** A shorter row would only repeat the list below it. */
const MIN_CARDS = 2
const IDLE_MS = 3_000
/** How many merchants are checked for offers that end soon. */
const MAX_CHECKED = 40

/** The rows above the whole list: what is near, what is new, and what ends soon. */
export function HomeRows({ merchants }: { merchants: Merchant[] }) {
  const newest = merchants.filter(({ isNew }) => isNew).slice(0, FEATURED_COUNT)
  return (
    <>
      {lastPosition() !== null && <NearbyRow />}
      {newest.length > MIN_CARDS && (
        <SwipeRow id="newest" heading={words.home.newPlaces} cards={newest.map(rowCardOf)} />
      )}
      <EndingRow merchants={merchants} />
    </>
  )
}

/** This row appears only once the user has shared their position: see NearbyQuestion. */
function NearbyRow() {
  const query = { ...nearQuery(), limit: FEATURED_COUNT }
  const { data, error } = useQuery(pageKey(query), () => fetchPage(query))
  if (error !== null && !data) return null
  const near = data?.merchants.filter(({ distanceMeters }) => distanceMeters != null)
  if (near && near.length < MIN_CARDS) return null
  const cards = near?.map((merchant) => ({
    ...rowCardOf(merchant),
    remark: format.distance(merchant.distanceMeters ?? 0),
  }))
  return <SwipeRow id="nearby" heading={words.home.near} cards={cards} />
}

/**
 * The ends arrive after the list, since each merchant's offers are requests of their own. The row then appears only
 * where it moves nothing in view: below the screen, or when home is opened again.
 */
function EndingRow({ merchants }: { merchants: Merchant[] }) {
  useCacheChanges()
  const marker = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Ending[] | null>(null)
  const ending = endingSoon(merchants).slice(0, FEATURED_COUNT)
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { id } of merchants.slice(0, MAX_CHECKED)) fetchOffers(id)
    }, IDLE_MS)
    return () => clearTimeout(timer)
  }, [merchants])
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const isBelow = () => (marker.current?.getBoundingClientRect().top ?? 0) > window.innerHeight
    if (ending.length >= MIN_CARDS && (isFirst.current || isBelow())) setShown(ending)
    isFirst.current = false
  }, [ending.map(({ voucher }) => voucher.id).join()])
  const cards = shown?.map(({ merchant, voucher, end }) => ({
    merchantId: merchant.id,
    name: merchant.name,
    category: merchant.category,
    title: voucher.title,
    picturePath: voucher.imagePath,
    remark: <span class="red">{words.voucher.endsIn(format.daysUntil(end), end)}</span>,
  }))
  return (
    <>
      <div ref={marker} />
      {cards && <SwipeRow id="ending" heading={words.home.endingSoon} cards={cards} />}
    </>
  )
}
