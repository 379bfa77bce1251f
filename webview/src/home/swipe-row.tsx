import type { ComponentChildren } from 'preact'
import { useQuery } from '../api/use-query.ts'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Picture } from '../components/picture.tsx'
import { CARD_SIZES } from '../components/picture-widths.ts'
import { go } from '../routing/navigation.ts'
import type { Route } from '../routing/route.ts'
import { fetchCategories } from './home-queries.ts'

export type RowCard = {
  id: string
  /** The screen that a tap opens. */
  opens: Route
  name: string
  /** Its slug. The name is shown where a short title leaves a line empty. */
  category: string
  title: string | null
  picturePath: string | null
  /** A short remark below the title: the distance, or when the offer ends. */
  remark?: ComponentChildren
}

type Props = { id: string; heading: string; cards: RowCard[] | undefined; isFirst?: boolean }

/** Offers in a row to swipe. Shows placeholders until they have loaded. */
export function SwipeRow({ id: rowId, heading, cards, isFirst = false }: Props) {
  const categories = useQuery('categories', fetchCategories).data
  return (
    <section aria-labelledby={rowId}>
      <h2 id={rowId}>{heading}</h2>
      <ul class="swipe">
        {cards?.map(({ id, opens, name, category, title, picturePath, remark }, index) => (
          <li key={id} class="card opening">
            <Picture path={picturePath} sizes={CARD_SIZES} isFirst={isFirst && index === 0} />
            <h3>
              <button type="button" id={`${rowId}-${id}`} onClick={() => go(opens)}>
                <bdi>{name}</bdi>
              </button>
            </h3>
            <div class="two-lines">
              {title !== null && (
                <p class="offer">
                  <MarkedTitle title={title} />
                </p>
              )}
              <p class="quiet-text">
                <bdi>{categories?.find(({ slug }) => slug === category)?.name}</bdi>
              </p>
            </div>
            {remark && <p class="remark">{remark}</p>}
          </li>
        )) ?? (
          <>
            <li class="card ghost" />
            <li class="card ghost" />
          </>
        )}
      </ul>
    </section>
  )
}
