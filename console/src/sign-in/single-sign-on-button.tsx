import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { explain } from '../api/explain.ts'
import { Problem } from '../kit/problem.tsx'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { leaveForIssuer, openIssuerWindow } from './single-sign-on.ts'

/** `isOnTop`: the page below must stay, so that the issuer opens in a separate window. */
export function SingleSignOnButton({
  isOnTop = false,
  isMain = false,
}: {
  isOnTop?: boolean
  isMain?: boolean
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setProblem(null)
    if (isOnTop) return setProblem(openIssuerWindow() ? null : words.windowBlocked)
    setBusy(true)
    try {
      const { pathname, search } = window.location
      await leaveForIssuer(pathname + search)
    } catch (error) {
      setProblem(explain(error))
      setBusy(false)
    }
  }
  return (
    <Stack gap="xs">
      <Button
        variant={isMain ? 'filled' : 'default'}
        fullWidth
        loading={isBusy}
        data-autofocus={isMain || undefined}
        onClick={() => void run()}
      >
        {words.withSingleSignOn}
      </Button>
      <Problem text={problem} />
    </Stack>
  )
}
