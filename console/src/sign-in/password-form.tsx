import { signIn } from '@counterfoil/contract/session/sign-in.ts'
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { Problem } from '../kit/problem.tsx'
import { waitWords } from '../words/errors.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import type { SecondFactorStep } from './second-factor-form.tsx'
import { beginSession } from './session-tabs.ts'

/** Signs in with e-mail address and password. `email` is fixed when a session is continued. */
export function PasswordForm({
  email: fixedEmail,
  askFactor,
}: {
  email?: string
  askFactor: (step: SecondFactorStep) => void
}) {
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const wait = useWait()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const result = await call(signIn, { body: { email: email.trim(), password } })
      if ('methods' in result) askFactor(result)
      else beginSession(result)
    } catch (error) {
      setPassword('')
      const seconds = error instanceof ApiError ? error.details.retryAfterSeconds : undefined
      if (typeof seconds === 'number') wait.start(seconds)
      else setProblem(explain(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={words.email}
          type="email"
          required
          withAsterisk={false}
          autoFocus={fixedEmail === undefined}
          autoComplete="username"
          readOnly={fixedEmail !== undefined}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.password}
          required
          withAsterisk={false}
          autoFocus={fixedEmail !== undefined}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
        />
        {wait.seconds > 0 ? <Wait seconds={wait.seconds} /> : <Problem text={problem} />}
        <Button type="submit" loading={isBusy} disabled={wait.seconds > 0} fullWidth>
          {words.submit}
        </Button>
      </Stack>
    </form>
  )
}

function Wait({ seconds }: { seconds: number }) {
  return (
    <Alert color="orange" variant="light" role="alert" title={words.waitTitle}>
      {words.waitText(waitWords(seconds))}
    </Alert>
  )
}

/** Counts down, so that the button works again when the service accepts a new attempt. */
function useWait(): { seconds: number; start: (seconds: number) => void } {
  const [seconds, setSeconds] = useState(0)
  const ticking = useInterval(() => {
    setSeconds((left) => {
      if (left <= 1) ticking.stop()
      return Math.max(0, left - 1)
    })
  }, 1000)
  const start = (from: number) => {
    setSeconds(from)
    ticking.start()
  }
  return { seconds, start }
}
