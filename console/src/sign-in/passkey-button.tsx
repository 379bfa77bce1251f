import { signInWithPasskey } from '@counterfoil/contract/session/passkeys.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { Problem } from '../kit/problem.tsx'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import type { PasskeyResponse } from './passkey.ts'
import { beginSession } from './session-tabs.ts'

/** Asks for a passkey and passes it on. The code for it loads when it is needed. */
export function PasskeyButton({
  label = words.withPasskey,
  isMain = false,
  use,
}: {
  label?: string
  isMain?: boolean
  use: (response: PasskeyResponse) => Promise<unknown>
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setProblem(null)
    const passkey = await import('./passkey.ts')
    try {
      await use(await passkey.askForPasskey())
    } catch (error) {
      setProblem(passkey.explainPasskey(error))
    } finally {
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
        {label}
      </Button>
      <Problem text={problem} />
    </Stack>
  )
}

export async function enterWithPasskey(response: PasskeyResponse): Promise<void> {
  beginSession(await call(signInWithPasskey, { body: response }))
}
