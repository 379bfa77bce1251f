import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { setCached } from '../api/cache.ts'
import { call } from '../api/call.ts'
import type { Merchant } from '../api/routes.ts'
import { useQuery } from '../api/use-query.ts'
import { Logo } from '../components/logo.tsx'
import { showToast } from '../components/toast.tsx'
import { words } from '../language/words.ts'

const KEY = 'favorites'
const PAGE_SIZE = 200

const listFavorites = async () => (await call('listFavorites', { query: { limit: PAGE_SIZE } })).body

type Props = {
  /** All merchants of the app. */
  merchants: Merchant[]
  /** Shown if every favorite is available. */
  children: ComponentChildren
}

/** Favorites whose merchant is no longer offered here. The user can remove them. */
export function UnavailableFavorites({ merchants, children }: Props) {
  const { data } = useQuery(KEY, listFavorites)
  const [busy, setBusy] = useState<string | null>(null)
  const missing = data?.filter(({ merchantId }) => !merchants.some(({ id }) => id === merchantId)) ?? []
  if (missing.length === 0) return <>{children}</>
  const remove = async (merchantId: string) => {
    setBusy(merchantId)
    try {
      await call('removeFavorite', { params: { merchantId } })
      setCached(
        KEY,
        data?.filter((one) => one.merchantId !== merchantId),
      )
      showToast(words.favorite.removed)
    } catch {
      showToast(words.favorite.failed)
    }
    setBusy(null)
  }
  return (
    <section aria-labelledby="unavailable">
      <h2 id="unavailable">{words.home.unavailable.title}</h2>
      <ul class="cards">
        {missing.map(({ merchantId, name, logoPath }) => (
          <li key={merchantId} class="card unavailable">
            <Logo path={logoPath} name={name} />
            <div>
              <h3>
                <bdi>{name}</bdi>
              </h3>
              <p class="quiet-text">{words.home.unavailable.text}</p>
            </div>
            <button
              type="button"
              class="button quiet"
              aria-label={words.favorite.remove(name)}
              disabled={busy === merchantId}
              onClick={() => remove(merchantId)}
            >
              {words.home.unavailable.remove}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
