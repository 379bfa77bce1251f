import { type ComponentProps, lazy, Suspense } from 'react'

const load = () => import('./reasons.tsx')
const LoadedReasons = lazy(async () => ({ default: (await load()).Reasons }))
const LoadedError = lazy(async () => ({ default: (await load()).CodedError }))

// For screens that seldom show a reason: the words of all reasons load with the first one.

export function Reasons(explained: ComponentProps<typeof LoadedReasons>) {
  return (
    <Suspense>
      <LoadedReasons {...explained} />
    </Suspense>
  )
}

export function CodedError(error: ComponentProps<typeof LoadedError>) {
  return (
    <Suspense>
      <LoadedError {...error} />
    </Suspense>
  )
}
