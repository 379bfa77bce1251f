import { type ComponentProps, lazy, Suspense } from 'react'

const LoadedIssue = lazy(async () => {
  const { writeIssue } = await import('./issues.ts')
  return { default: ({ of }: { of: Parameters<typeof writeIssue>[0] }) => writeIssue(of) }
})

/** For screens that seldom show an issue: the words of all issues load with the first one. */
export function Issue(shown: ComponentProps<typeof LoadedIssue>) {
  return (
    <Suspense>
      <LoadedIssue {...shown} />
    </Suspense>
  )
}
