import { Alert, Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SignInWays } from './sign-in-ways.tsx'

export function SignIn({ reason }: { reason: 'elsewhere' | null }) {
  const [forgotten, setForgotten] = useState<{ canMail: boolean } | null>(null)
  if (forgotten) return <ForgottenPassword {...forgotten} close={() => setForgotten(null)} />
  return (
    <SignInPage title={words.title} intro={words.intro}>
      {reason === 'elsewhere' && <Alert role="status">{words.elsewhere}</Alert>}
      <SignInWays>
        {({ password, forgottenPassword }) => (
          <>
            {password && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="center"
                onClick={() => setForgotten({ canMail: forgottenPassword })}
              >
                {words.forgottenLink}
              </Anchor>
            )}
            <Text size="xs" c="dimmed" ta="center">
              {password ? words.noAccount : words.onlySingleSignOn}
            </Text>
          </>
        )}
      </SignInWays>
    </SignInPage>
  )
}
