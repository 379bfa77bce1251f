import { requestPasswordReset } from '@counterfoil/contract/session/sign-in.ts'
import { Alert, Button, Code, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { Problem } from '../kit/problem.tsx'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { SignInPage } from './sign-in-page.tsx'

/** Says the same whether or not somebody has the address. Without a mail server it says how to get a link. */
export function ForgottenPassword({ canMail, close }: { canMail: boolean; close: () => void }) {
  const [email, setEmail] = useState('')
  const [fieldProblem, setFieldProblem] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isMailOff, setMailOff] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { email: email.trim() }
    const found = checkFields(requestPasswordReset.body, body).email
    setFieldProblem(found)
    setProblem(null)
    if (found !== undefined) return
    setBusy(true)
    try {
      await call(requestPasswordReset, { body })
      setSentTo(body.email)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email_off') setMailOff(true)
      else setProblem(explain(error))
    } finally {
      setBusy(false)
    }
  }
  const back = (
    <Button variant="subtle" size="xs" onClick={close}>
      {words.toSignIn}
    </Button>
  )
  if (sentTo !== null)
    return (
      <SignInPage title={words.mailSentTitle} intro="">
        <Alert variant="light" role="status" className="wrap">
          {words.mailSent(sentTo)}
        </Alert>
        {back}
      </SignInPage>
    )
  if (isMailOff) return <WithoutMail email={email.trim()} back={back} />
  return (
    <SignInPage title={words.forgottenTitle} intro={canMail ? words.forgottenIntro : words.noMailIntro}>
      <form onSubmit={submit} noValidate>
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
          <Problem text={problem} />
          <Button type="submit" loading={isBusy} fullWidth>
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
