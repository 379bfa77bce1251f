import { words } from '../language/words.ts'
import './skeleton.css'

/** Cards to come, at the height that they will have. */
export function CardSkeletons({ count = 4 }: { count?: number }) {
  return (
    <div class="cards" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class="card ghost" />
      ))}
    </div>
  )
}

/** A screen whose code is on its way. */
export function ScreenSkeleton() {
  return (
    <main aria-busy="true">
      <h1 class="unseen">{words.loading}</h1>
      <CardSkeletons />
    </main>
  )
}
