import { requestPasswordReset } from '@counterfoil/contract/session/sign-in.ts'
import { Alert, Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { Problem } from '../kit/problem.tsx'
import { submitWith } from '../kit/submit-with.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { SignInPage } from './sign-in-page.tsx'

/** Says the same whether or not somebody has the address. Without a mail server it says how to get a link. */
export function ForgottenPassword({ canMail, close }: { canMail: boolean; close: () => void }) {
  const [email, setEmail] = useState('')
  const [fieldProblem, setFieldProblem] = useState<string | undefined>()
  const body = { email: email.trim() }
  const request = useMutation({ mutationFn: () => call(requestPasswordReset, { body }) })
  const submit = () => {
    const found = checkFields(requestPasswordReset.body, body).email
    setFieldProblem(found)
    if (found === undefined) request.mutate()
    else request.reset()
  }
  const back = (
    <Button variant="subtle" size="xs" onClick={close}>
      {words.toSignIn}
    </Button>
  )
  if (request.isSuccess)
    return (
      <SignInPage title={words.mailSentTitle} intro="">
        <Alert role="status" className="wrap">
          {words.mailSent(body.email)}
        </Alert>
        {back}
      </SignInPage>
    )
  if (request.error instanceof ApiError && request.error.code === 'email_off')
    return <WithoutMail email={body.email} back={back} />
  return (
    <SignInPage title={words.forgottenTitle} intro={canMail ? words.forgottenIntro : words.noMailIntro}>
      <form onSubmit={submitWith(submit)} noValidate>
        <Stack gap="md">
          <TextInput
            label={words.email}
            type="email"
            autoFocus
            autoComplete="username"
            value={email}
            error={fieldProblem}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Problem text={request.error && explain(request.error)} />
          <Button type="submit" loading={request.isPending} fullWidth>
            {canMail ? words.sendMail : words.showHow}
          </Button>
          {back}
        </Stack>
      </form>
    </SignInPage>
  )
}

function WithoutMail({ email, back }: { email: string; back: ReactNode }) {
  return (
    <SignInPage title={words.noMailTitle} intro={words.noMailAdmin}>
      <Text size="sm">{words.noMailOperator}</Text>
      <Code block className="secret">
        {words.resetCommand(shellWord(email))}
      </Code>
      {back}
    </SignInPage>
  )
}

/** An operator may copy the command into a shell, so an unusual address is left for them to enter. */
function shellWord(email: string): string {
  return /^[\w.+-]+@[\w.-]+$/.test(email) ? email : '<address>'
}
