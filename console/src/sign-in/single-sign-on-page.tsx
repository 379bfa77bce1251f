import { completeSingleSignOn } from '@counterfoil/contract/session/single-sign-on.ts'
import { Button, Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { announceSession, beginSession } from './session-tabs.ts'
import { SignInPage } from './sign-in-page.tsx'
import { leaveForIssuer, type StartedSignOn } from './single-sign-on.ts'

/** Completes the sign-in of a person who comes back from the issuer. */
export function SingleSignOnReturn({
  query,
  started,
  close,
}: {
  query: string
  started: StartedSignOn | null
  close: (address: string) => void
}) {
  const isWindow = started?.returnTo === null
  const completed = useQuery({
    queryKey: ['completeSingleSignOn', query],
    queryFn: () => complete(query, started),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!completed.data) return
    if (isWindow) {
      announceSession()
      window.close()
      return
    }
    close(started?.returnTo ?? '/console/')
    beginSession(completed.data)
  }, [completed.data, isWindow, started, close])
  if (completed.isError)
    return (
      <SingleSignOnFailed
        text={isCanceled(query) ? words.issuerCanceled : explain(completed.error)}
        returnTo={started ? started.returnTo : '/console/'}
        close={close}
      />
    )
  // Some browsers do not let a window close itself, so it may stay.
  if (completed.data && isWindow) return <SignInPage title={words.signedIn} intro={words.closeWindow} />
  return <Waiting />
}

/** The separate window, until it has left for the issuer. */
export function SingleSignOnWindow({ close }: { close: (address: string) => void }) {
  const left = useQuery({
    queryKey: ['beginSingleSignOn'],
    queryFn: async () => {
      await leaveForIssuer(null)
      return true
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return left.isError ? (
    <SingleSignOnFailed text={explain(left.error)} returnTo={null} close={close} />
  ) : (
    <Waiting />
  )
}

function Waiting() {
  return (
    <SignInPage title={words.title} intro={words.singleSignOnWaiting}>
      <Loader size="sm" />
    </SignInPage>
  )
}

function SingleSignOnFailed({
  text,
  returnTo,
  close,
}: {
  text: string
  returnTo: string | null
  close: (address: string) => void
}) {
  const [problem, setProblem] = useState(text)
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await leaveForIssuer(returnTo).catch((error) => {
      setProblem(explain(error))
      setBusy(false)
    })
  }
  return (
    <SignInPage title={words.singleSignOnFailed} intro="">
      <Stack gap="md">
        <div role="alert">{problem}</div>
        <Button fullWidth loading={isBusy} onClick={() => void retry()}>
          {KIT_WORDS.retry}
        </Button>
        {returnTo === null ? (
          <Button variant="subtle" size="xs" onClick={() => window.close()}>
            {words.closeThisWindow}
          </Button>
        ) : (
          <Button variant="subtle" size="xs" onClick={() => close(returnTo)}>
            {words.toSignIn}
          </Button>
        )}
      </Stack>
    </SignInPage>
  )
}

function complete(query: string, started: StartedSignOn | null) {
  if (started === null) throw new ApiError({ code: 'invalid_sign_in_step' })
  return call(completeSingleSignOn, { body: { token: started.token, query } })
}

function isCanceled(query: string): boolean {
  return new URLSearchParams(query).get('error') === 'access_denied'
}
