import { Alert, Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignInWays } from './sign-in-ways.tsx'

export function SignIn({ reason }: { reason: 'elsewhere' | null }) {
  const [isForgotten, setForgotten] = useState(false)
  if (isForgotten) return <ForgottenPassword close={() => setForgotten(false)} />
  return (
    <SignInPage title={words.title} intro={words.intro}>
      {reason === 'elsewhere' && (
        <Alert variant="light" role="status">
          {words.elsewhere}
        </Alert>
      )}
      <SignInWays>
        {({ password, forgottenPassword }) => (
          <>
            {forgottenPassword && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="center"
                onClick={() => setForgotten(true)}
              >
                {words.forgottenLink}
              </Anchor>
            )}
            <Text size="xs" c="dimmed" ta="center">
              {!password ? words.onlySingleSignOn : forgottenPassword ? words.noAccount : words.forgotten}
            </Text>
          </>
        )}
      </SignInWays>
    </SignInPage>
  )
}
