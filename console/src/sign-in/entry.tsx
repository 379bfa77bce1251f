import { lazy, Suspense } from 'react'
import { readIssuerResponse, SINGLE_SIGN_ON_HASH, type StartedSignOn } from './single-sign-on.ts'

/** An address that leads to a sign-in, even if somebody is signed in already. */
export type Entry =
  | { kind: 'link'; token: string }
  | { kind: 'window' }
  | { kind: 'return'; query: string; started: StartedSignOn | null }

export function readEntry(): Entry | null {
  const { hash } = window.location
  const token = hash.match(/^#invite=(.*)$/)?.[1]
  if (token !== undefined) return { kind: 'link', token }
  if (hash === SINGLE_SIGN_ON_HASH) return { kind: 'window' }
  const response = readIssuerResponse()
  return response && { kind: 'return', ...response }
}

const LinkPage = lazy(async () => ({ default: (await import('./link-page.tsx')).LinkPage }))
const SingleSignOnWindow = lazy(async () => ({
  default: (await import('./single-sign-on-page.tsx')).SingleSignOnWindow,
}))
const SingleSignOnReturn = lazy(async () => ({
  default: (await import('./single-sign-on-page.tsx')).SingleSignOnReturn,
}))

type EntryProps = { entry: Entry; close: (address?: string) => void }

/** These pages load on demand: most people come with a session. */
export function EntryPage(props: EntryProps) {
  return (
    <Suspense fallback={null}>
      <PageOf {...props} />
    </Suspense>
  )
}

function PageOf({ entry, close }: EntryProps) {
  if (entry.kind === 'link') return <LinkPage token={entry.token} close={() => close()} />
  if (entry.kind === 'window') return <SingleSignOnWindow close={close} />
  return <SingleSignOnReturn query={entry.query} started={entry.started} close={close} />
}
