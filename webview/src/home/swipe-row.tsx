import type { ComponentChildren } from 'preact'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Picture } from '../components/picture.tsx'
import { go } from '../routing/navigation.ts'

export type RowCard = {
  merchantId: string
  name: string
  title: string | null
  picturePath: string | null
  /** A short remark below the title: the distance, or when the offer ends. */
  remark?: ComponentChildren
}

type Props = { id: string; heading: string; cards: RowCard[] | undefined; isFirst?: boolean }

/** Offers in a row to swipe. Shows placeholders until they have loaded. */
export function SwipeRow({ id: rowId, heading, cards, isFirst = false }: Props) {
  return (
    <section aria-labelledby={rowId}>
      <h2 id={rowId}>{heading}</h2>
      <ul class="swipe">
        {cards?.map(({ merchantId: id, name, title, picturePath, remark }, index) => (
          <li key={id} class="card opening">
            <Picture path={picturePath} isFirst={isFirst && index === 0} />
            <h3>
              <button
                type="button"
                id={`${rowId}-${id}`}
                onClick={() => go({ screen: 'merchant', id, name })}
              >
                <bdi>{name}</bdi>
              </button>
            </h3>
            {title !== null && (
              <p>
                <MarkedTitle title={title} />
              </p>
            )}
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
