import { type ComponentProps, lazy, Suspense } from 'react'

type Shown = {
  error: string
  /** Puts the reason into a sentence. */
  say?: (reason: string) => string
}

const LoadedFailure = lazy(async () => {
  const { explainFailure } = await import('./call-failure.ts')
  return {
    default: ({ error, say = (reason) => reason }: Shown) => <bdi>{say(explainFailure(error))}</bdi>,
  }
})

/** Why a call failed. The words of all failures load with the first one. */
export function CallFailure(shown: ComponentProps<typeof LoadedFailure>) {
  return (
    <Suspense>
      <LoadedFailure {...shown} />
    </Suspense>
  )
}
