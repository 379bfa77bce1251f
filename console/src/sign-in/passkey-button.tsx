import { signInWithPasskey } from '@counterfoil/contract/session/passkeys.ts'
import { call } from '../api/call.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import type { PasskeyResponse } from './passkey.ts'
import { beginSession } from './session-tabs.ts'
import { SignInButton } from './sign-in-button.tsx'

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
  const run = async () => {
    const passkey = await import('./passkey.ts')
    try {
      await use(await passkey.askForPasskey())
      return null
    } catch (error) {
      return passkey.explainPasskey(error)
    }
  }
  return <SignInButton label={label} isMain={isMain} run={run} />
}

export async function enterWithPasskey(response: PasskeyResponse): Promise<void> {
  beginSession(await call(signInWithPasskey, { body: response }))
}
