import { listSignInMethods } from '@counterfoil/contract/session/single-sign-on.ts'
import { Divider, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { SignInMethods } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Loaded } from '../kit/loaded.tsx'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { enterWithPasskey, PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorForm, type SecondFactorStep } from './second-factor-form.tsx'
import { SingleSignOnButton } from './single-sign-on-button.tsx'

/** All ways to sign in that this installation offers. `email` is fixed when a session is continued on top of a page. */
export function SignInWays({
  email,
  children,
}: {
  email?: string
  children?: (methods: SignInMethods) => ReactNode
}) {
  const methods = useApiQuery(listSignInMethods, {})
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  if (step !== null) return <SecondFactorForm step={step} cancel={() => setStep(null)} />
  return (
    <Loaded of={methods}>
      {(offered) => (
        <Stack gap="md">
          <Buttons methods={offered} isOnTop={email !== undefined} />
          {offered.password && <PasswordForm {...(email !== undefined && { email })} askFactor={setStep} />}
          {children?.(offered)}
        </Stack>
      )}
    </Loaded>
  )
}

function Buttons({ methods, isOnTop }: { methods: SignInMethods; isOnTop: boolean }) {
  const { password, passkey, singleSignOn } = methods
  if (!passkey && !singleSignOn) return null
  return (
    <>
      <Stack gap="xs">
        {singleSignOn && <SingleSignOnButton isOnTop={isOnTop} isMain={!password} />}
        {passkey && <PasskeyButton use={enterWithPasskey} />}
      </Stack>
      {password && <Divider label={words.or} labelPosition="center" />}
    </>
  )
}
