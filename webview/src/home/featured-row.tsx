import type { Merchant } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { MarkedTitle } from '../components/marked-title.tsx'
import { Picture } from '../components/picture.tsx'
import { words } from '../language/words.ts'
import { go } from '../routing/navigation.ts'
import { FEATURED_KEY, fetchFeatured } from './home-queries.ts'
import { featuredPicture } from './prefetch-home.ts'

/** Undefined until the service responds. Empty if it fails. */
export function useFeatured(): Merchant[] | undefined {
  const { data, error } = useQuery(FEATURED_KEY, fetchFeatured)
  return data ?? (error === null ? undefined : [])
}

/** Curated merchants in a row to swipe. Shows placeholders until they have loaded. */
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
              <Picture path={featuredPicture(merchant)} isFirst={index === 0} />
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
