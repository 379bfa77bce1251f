import { completeSecondFactor } from '@counterfoil/contract/staff-factors.ts'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { beginSession } from '../session/session-tabs.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'

/** Follows a correct password: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ token, cancel }: { token: string; cancel: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const proof = isRecovery ? { recoveryCode: typed.trim() } : { code: typed.replaceAll(/\s/g, '') }
      beginSession(await call(completeSecondFactor, { body: { token, ...proof } }))
    } catch (error) {
      setTyped('')
      setProblem(explain(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{isRecovery ? words.recoveryIntro : words.codeIntro}</Text>
        <TextInput
          key={String(isRecovery)}
          label={isRecovery ? words.recoveryCode : words.code}
          required
          withAsterisk={false}
          autoFocus
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {problem !== null && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          {words.submit}
        </Button>
        <Button variant="subtle" size="xs" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? words.useCode : words.useRecoveryCode}
        </Button>
        <Button variant="subtle" size="xs" onClick={cancel}>
          {words.startAgain}
        </Button>
      </Stack>
    </form>
  )
}
