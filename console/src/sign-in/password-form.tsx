import { signIn } from '@counterfoil/contract/session/sign-in.ts'
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { Problem } from '../kit/problem.tsx'
import { submitWith } from '../kit/submit-with.ts'
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
  const [problems, setProblems] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const wait = useWait()
  const body = { email: email.trim(), password }
  const enter = useMutation({
    mutationFn: () => call(signIn, { body }),
    onSuccess: (result) => ('methods' in result ? askFactor(result) : beginSession(result)),
    onError: (error) => {
      setPassword('')
      const seconds = error instanceof ApiError ? error.details.retryAfterSeconds : undefined
      if (typeof seconds !== 'number') return
      wait.start(seconds)
      enter.reset()
    },
  })

  // The browser would say it in its own language.
  const submit = () => {
    const found = checkFields(signIn.body, body)
    flushSync(() => setProblems(found))
    if (Object.keys(found).length === 0) return enter.mutate()
    enter.reset()
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  return (
    <form ref={form} onSubmit={submitWith(submit)} noValidate>
      <Stack gap="md">
        <TextInput
          label={words.email}
          type="email"
          aria-required
          error={problems.email}
          autoFocus={fixedEmail === undefined}
          autoComplete="username"
          readOnly={fixedEmail !== undefined}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.password}
          aria-required
          error={problems.password}
          autoFocus={fixedEmail !== undefined}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {wait.seconds > 0 ? (
          <Wait seconds={wait.seconds} />
        ) : (
          <Problem text={enter.error && explain(enter.error)} />
        )}
        <Button type="submit" loading={enter.isPending} disabled={wait.seconds > 0} fullWidth>
          {words.submit}
        </Button>
      </Stack>
    </form>
  )
}

function Wait({ seconds }: { seconds: number }) {
  return (
    <Alert color="orange" role="alert" title={words.waitTitle}>
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
