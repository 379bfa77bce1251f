import { words } from '../language/words.ts'
import './skeleton.css'

/** Placeholders for cards, with the height of real cards. */
export function CardSkeletons({ count = 4 }: { count?: number }) {
  return (
    <div class="cards" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class="card ghost" />
      ))}
    </div>
  )
}

/** A screen whose code is loading. */
export function ScreenSkeleton() {
  return (
    <main aria-busy="true">
      <h1 class="visually-hidden">{words.loading}</h1>
      <CardSkeletons />
    </main>
  )
}
