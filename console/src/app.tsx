import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { ApiError } from './api/api-error.ts'
import { Failed } from './kit/failed.tsx'
import { router } from './router.ts'
import type { Session } from './session/session-store.ts'
import { loadSession } from './session/session-tabs.ts'
import { useSessionState } from './session/use-session.ts'
import { LinkPage } from './sign-in/link-page.tsx'
import { ProveAgain } from './sign-in/prove-again.tsx'
import { SignIn } from './sign-in/sign-in.tsx'
import { SignInAgain } from './sign-in/sign-in-again.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { SIGN_IN_WORDS as words } from './words/sign-in.ts'

/** The link of an invite or reset; null without one. */
function readLinkToken(): string | null {
  return window.location.hash.match(/^#invite=(.*)$/)?.[1] ?? null
}

export function App() {
  const state = useSessionState()
  const [linkToken, setLinkToken] = useState(readLinkToken)
  useEffect(() => void loadSession(), [])
  useEffect(() => {
    const follow = () => setLinkToken(readLinkToken())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const closeLink = () => {
    window.history.replaceState(null, '', '/console/')
    setLinkToken(null)
  }
  return (
    <>
      <Notifications position="bottom-right" zIndex={600} />
      {linkToken !== null ? (
        <Queries key="link">
          <LinkPage token={linkToken} close={closeLink} />
        </Queries>
      ) : state.status === 'signed-in' ? (
        <Queries key={state.session.staffId}>
          <SignedIn session={state.session} isInterrupted={state.isInterrupted} />
        </Queries>
      ) : state.status === 'signed-out' ? (
        <SignIn reason={state.reason} />
      ) : state.status === 'failed' ? (
        <SignInPage title={words.failedTitle} intro="">
          <Failed error={state.error} retry={() => void loadSession()} />
        </SignInPage>
      ) : null}
    </>
  )
}

function SignedIn({ session, isInterrupted }: { session: Session; isInterrupted: boolean }) {
  return (
    <>
      <RouterProvider router={router} />
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
    },
  })
}
