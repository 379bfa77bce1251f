import { requestPasswordReset } from '@counterfoil/contract/staff-sign-in.ts'
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { Problem } from '../kit/problem.tsx'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { SignInPage } from './sign-in-page.tsx'

/** Says the same whether or not somebody has the address. */
export function ForgottenPassword({ close }: { close: () => void }) {
  const [email, setEmail] = useState('')
  const [fieldProblem, setFieldProblem] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
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
      setProblem(explain(error))
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
  return (
    <SignInPage title={words.forgottenTitle} intro={words.forgottenIntro}>
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
            {words.sendMail}
          </Button>
          {back}
        </Stack>
      </form>
    </SignInPage>
  )
}
