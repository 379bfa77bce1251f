import type { Merchant } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { words } from '../language/words.ts'
import { MarkedTitle } from '../parts/marked-title.tsx'
import { Picture } from '../parts/picture.tsx'
import { go } from '../routing/navigation.ts'
import { pictureOf } from './ahead.ts'
import { askFeatured, FEATURED } from './first-answers.ts'

/** undefined until the service has answered; none also when it could not. */
export function useFeatured(): Merchant[] | undefined {
  const { data, error } = useAnswer(FEATURED, askFeatured)
  return data ?? (error === null ? undefined : [])
}

/** The curated ones, to be swiped through; room for them until it is known whether there are any. */
export function FeaturedRow({ featured }: { featured: Merchant[] | undefined }) {
  if (featured?.length === 0) return null
  return (
    <section aria-labelledby="featured">
      <h2 id="featured">{words.home.featured}</h2>
      <ul class="swipe">
        {featured?.map((merchant, index) => {
          const { id, name, topVoucher } = merchant
          return (
            <li key={id} class="card opening">
              <Picture path={pictureOf(merchant)} isFirst={index === 0} />
              <h3>
                <button
                  type="button"
                  id={`featured-${id}`}
                  onClick={() => go({ screen: 'merchant', id, name })}
                >
                  <bdi>{name}</bdi>
                </button>
              </h3>
              {topVoucher && (
                <p>
                  <MarkedTitle title={topVoucher.title} />
                </p>
              )}
            </li>
          )
        }) ?? (
          <>
            <li class="card ghost" />
            <li class="card ghost" />
          </>
        )}
      </ul>
    </section>
  )
}
