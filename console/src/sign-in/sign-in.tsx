import { Alert, Text } from '@mantine/core'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { PasswordForm } from './password-form.tsx'
import { SignInPage } from './sign-in-page.tsx'

/** The place for passkeys and single sign-on is above the password form; a second factor follows it. */
export function SignIn({ reason }: { reason: 'elsewhere' | null }) {
  return (
    <SignInPage title={words.title} intro={words.intro}>
      {reason === 'elsewhere' && (
        <Alert variant="light" role="status">
          {words.elsewhere}
        </Alert>
      )}
      <PasswordForm />
      <Text size="xs" c="dimmed">
        {words.forgotten}
      </Text>
    </SignInPage>
  )
}
