import { HeartIcon } from '../components/icons.tsx'
import { words } from '../language/words.ts'
import { useFavorite } from './favorites.ts'
import './heart.css'

export function Heart({ merchant }: { merchant: { id: string; name: string; favorited: boolean } }) {
  const { isFavorite, toggle } = useFavorite(merchant)
  const { add, remove } = words.favorite
  return (
    <button
      type="button"
      class={isFavorite ? 'icon-button heart on' : 'icon-button heart'}
      aria-label={(isFavorite ? remove : add)(merchant.name)}
      onClick={toggle}
    >
      <HeartIcon />
    </button>
  )
}
