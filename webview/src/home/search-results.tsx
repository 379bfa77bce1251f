import { plainText } from '@counterfoil/contract/markup.ts'
import type { ComponentChildren } from 'preact'
import { FailureMessage } from '../components/failure-message.tsx'
import { PinIcon } from '../components/icons.tsx'
import { Logo } from '../components/logo.tsx'
import { TornTicket } from '../components/notice.tsx'
import { Picture } from '../components/picture.tsx'
import { CARD_SIZES } from '../components/picture-widths.ts'
import { CardSkeletons } from '../components/skeleton.tsx'
import { format, words } from '../language/words.ts'
import { addressOf } from '../position/map-link.ts'
import { OpeningLine } from '../position/opening-line.tsx'
import { go } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { categoryName } from './category-name.ts'
import { MarkedText, matchOf, OtherMatches } from './marked-text.tsx'
import { MerchantCard } from './merchant-card.tsx'
import { type Found, type SearchProps, type TextMatch, useSearch } from './use-search.ts'
import './search-results.css'

/** What the service finds: places, vouchers, cities and outlets, the best of each kind first. */
export function SearchResults({ search, choose }: SearchProps) {
  const { found, isSearching, error, retry } = useSearch(search)
  if (error !== null) return <FailureMessage error={error} retry={retry} />
  if (!found) return <CardSkeletons />
  const { merchants, vouchers, outlets, cities } = found
  const count = merchants.length + vouchers.length + outlets.length + cities.length
  if (count === 0 && !isSearching) return <NoResults {...{ search, choose }} />
  return (
    <div aria-busy={isSearching}>
      <h2>{`“${search}”`}</h2>
      <p class="quiet-text" role="status">
        {isSearching ? words.home.searching : words.home.found(count)}
      </p>
      <Kind id="places" title={words.home.places} rows={merchants.map(merchantRow)} />
      <Kind id="found-vouchers" title={words.merchant.vouchers} rows={vouchers.map(voucherRow)} />
      <Kind id="cities" title={words.home.cities} rows={cities.map((city) => cityRow(city, choose))} />
      <Kind id="found-outlets" title={words.merchant.outlets} rows={outlets.map(outletRow)} />
    </div>
  )
}

function Kind({ id, title, rows }: { id: string; title: string; rows: ComponentChildren[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} class="kind">
        {title}
      </h2>
      <ul class="cards">{rows}</ul>
    </section>
  )
}

/** The text with its marks if the words are in it. */
function marked(text: string, matches: TextMatch[]): ComponentChildren {
  const match = matchOf(matches, text)
  return match ? <MarkedText {...match} /> : <bdi>{text}</bdi>
}

function merchantRow(merchant: Found['merchants'][number]) {
  const { id, name, category, matches } = merchant
  return (
    <MerchantCard
      key={id}
      merchant={merchant}
      categoryName={categoryName(category)}
      markedName={marked(name, matches)}
      match={<OtherMatches matches={matches} shown={[name]} />}
    />
  )
}

type RowProps = {
  id: string
  picture: ComponentChildren
  title: ComponentChildren
  distanceMeters?: number | null | undefined
  opens: () => void
  children: ComponentChildren
}

function Row({ id, picture, title, distanceMeters, opens, children }: RowProps) {
  return (
    <li class="card opening found">
      {picture}
      <div class="place">
        <h3>
          <button type="button" id={id} onClick={opens}>
            {title}
          </button>
        </h3>
        {children}
        {distanceMeters != null && <p class="quiet-text">{format.distance(distanceMeters)}</p>}
      </div>
    </li>
  )
}

function voucherRow({
  id,
  title,
  imagePath,
  merchantName,
  distanceMeters,
  matches,
}: Found['vouchers'][number]) {
  const text = plainText(title)
  const opens: Route = { screen: 'voucher', id }
  return (
    <Row
      key={id}
      id={`found-${id}`}
      picture={<Picture path={imagePath} class="thumb" sizes={CARD_SIZES} />}
      title={marked(text, matches)}
      {...{ distanceMeters }}
      opens={() => go(opens)}
    >
      <p class="quiet-text">{marked(merchantName, matches)}</p>
      <OtherMatches matches={matches} shown={[text, merchantName]} />
    </Row>
  )
}

function outletRow(outlet: Found['outlets'][number]) {
  const { id, merchantId, merchantName, name, city, distanceMeters, matches } = outlet
  const opens: Route = { screen: 'merchant', id: merchantId, name: merchantName }
  return (
    <Row
      key={id}
      id={`found-${id}`}
      picture={<Logo path={null} name={merchantName} />}
      title={marked(name, matches)}
      {...{ distanceMeters }}
      opens={() => go(opens)}
    >
      <p class="quiet-text">{marked(merchantName, matches)}</p>
      <p class="quiet-text">
        <bdi>{addressOf(outlet)}</bdi>
      </p>
      <OpeningLine outlet={outlet} />
      <OtherMatches matches={matches} shown={[name, merchantName, city, outlet.addressLine]} />
    </Row>
  )
}

function cityRow(
  { name, countryCode, outletCount, distanceMeters, matches }: Found['cities'][number],
  choose: SearchProps['choose'],
) {
  return (
    <Row
      key={countryCode + name}
      id={`found-${countryCode}-${name}`}
      picture={
        <span class="logo" aria-hidden="true">
          <PinIcon />
        </span>
      }
      title={marked(name, matches)}
      {...{ distanceMeters }}
      opens={() => choose({ search: name })}
    >
      <p class="quiet-text">{words.home.outlets(outletCount)}</p>
    </Row>
  )
}

function NoResults({ search, choose }: SearchProps) {
  const { title, text } = words.home.noResults(search)
  return (
    <div class="empty" role="status">
      <TornTicket />
      <h2>{title}</h2>
      <p>{text}</p>
      <button type="button" class="button quiet" onClick={() => choose({})}>
        {words.home.noMatches.action}
      </button>
    </div>
  )
}
