import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { type Api, ApiError } from './api/client.ts'
import { explain } from './api/error-translator.ts'
import { SessionContext } from './session.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

type Session = { api: Api } | { notice: string | null }

export function App() {
  const [session, setSession] = useState<Session>({ notice: null })
  const leave = useCallback((notice: string | null) => setSession({ notice }), [])
  if (!('api' in session)) return <SignIn notice={session.notice} signedIn={(api) => setSession({ api })} />
  return <SignedIn api={session.api} leave={leave} />
}

function SignedIn({ api, leave }: { api: Api; leave: (notice: string | null) => void }) {
  // Of this session, so that the next one sees nothing of it.
  const queries = useMemo(() => createQueries(leave), [leave])
  return (
    <SessionContext value={api}>
      <QueryClientProvider client={queries}>
        <Shell signOut={() => leave(null)} />
      </QueryClientProvider>
    </SessionContext>
  )
}

function createQueries(leave: (notice: string) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'unauthorized') leave(explain(error))
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && ['unreachable', 'unavailable'].includes(error.code),
      },
    },
  })
}
