import { useDirection } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { ApiError } from './api/api-error.ts'
import { Failed } from './kit/failed.tsx'
import { router } from './router.ts'
import type { Session } from './session/session-store.ts'
import { useSessionState } from './session/use-session.ts'
import { EntryPage, readEntry } from './sign-in/entry.tsx'
import { ProveAgain } from './sign-in/prove-again.tsx'
import { loadSession } from './sign-in/session-tabs.ts'
import { SignInAgain } from './sign-in/sign-in-again.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { SIGN_IN_WORDS as words } from './words/sign-in.ts'

export function App() {
  const state = useSessionState()
  const [entry, setEntry] = useState(readEntry)
  useEffect(() => void loadSession(), [])
  useEffect(() => {
    const follow = () => setEntry(readEntry())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const close = useCallback((address = '/console/') => {
    window.history.replaceState(null, '', address)
    setEntry(null)
  }, [])
  // On the side where no form has its buttons.
  const position = useDirection().dir === 'rtl' ? 'bottom-left' : 'bottom-right'
  return (
    <>
      <Notifications position={position} zIndex={600} />
      {entry !== null ? (
        <Queries key="entry">
          <EntryPage entry={entry} close={close} />
        </Queries>
      ) : state.status === 'signed-in' ? (
        <Queries key={state.session.staffId}>
          <SignedIn session={state.session} isInterrupted={state.isInterrupted} />
        </Queries>
      ) : state.status === 'signed-out' ? (
        <Queries key="signed-out">
          <Suspense fallback={null}>
            <SignIn reason={state.reason} />
          </Suspense>
        </Queries>
      ) : state.status === 'failed' ? (
        <SignInPage title={words.failedTitle} intro="">
          <Failed error={state.error} retry={() => void loadSession()} />
        </SignInPage>
      ) : null}
    </>
  )
}

/** Most people come with a session. */
const SignIn = lazy(async () => ({ default: (await import('./sign-in/sign-in.tsx')).SignIn }))

const AddFactorFirst = lazy(async () => ({
  default: (await import('./account/add-factor-first.tsx')).AddFactorFirst,
}))

function SignedIn({ session, isInterrupted }: { session: Session; isInterrupted: boolean }) {
  return (
    <>
      {session.mustAddFactor ? (
        <Suspense fallback={null}>
          <AddFactorFirst />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
      <ProveAgain />
      <SignInAgain session={session} opened={isInterrupted} />
    </>
  )
}

/** A client of this session, so that the next person sees nothing of it. */
function Queries({ children }: { children: React.ReactNode }) {
  const client = useMemo(createClient, [])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && ['unreachable', 'unavailable'].includes(error.code),
      },
      // Without a connection, a change fails with words instead of waiting for one.
      mutations: { networkMode: 'always' },
    },
  })
}
