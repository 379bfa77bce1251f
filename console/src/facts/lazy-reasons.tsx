import { type ComponentProps, lazy, Suspense } from 'react'

const LoadedReasons = lazy(async () => ({ default: (await import('./reasons.tsx')).Reasons }))

/** For screens that seldom show a reason: the words of all reasons load with the first one. */
export function Reasons(explained: ComponentProps<typeof LoadedReasons>) {
  return (
    <Suspense>
      <LoadedReasons {...explained} />
    </Suspense>
  )
}
