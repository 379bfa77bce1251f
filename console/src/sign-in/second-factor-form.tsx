import { completeSecondFactor } from '@counterfoil/contract/session/factors.ts'
import type { SecondFactorNeeded } from '@counterfoil/contract/session/sign-in.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Static } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { Problem } from '../kit/problem.tsx'
import { submitWith } from '../kit/submit-with.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { SECOND_FACTOR_WORDS as words } from '../words/second-factor.ts'
import { SIGN_IN_WORDS } from '../words/sign-in.ts'
import { enterWithPasskey, PasskeyButton } from './passkey-button.tsx'
import { beginSession } from './session-tabs.ts'

export type SecondFactorStep = Static<typeof SecondFactorNeeded>
type Method = SecondFactorStep['methods'][number]

/** Follows a correct password. It offers the second factors that the person has, the strongest first. */
export function SecondFactorForm({ step, cancel }: { step: SecondFactorStep; cancel: () => void }) {
  const [method, setMethod] = useState<Method>(step.methods[0] ?? 'TOTP')
  return (
    <Stack gap="md">
      <Text size="sm">{words.intro[method]}</Text>
      {method === 'PASSKEY' ? (
        <PasskeyButton isMain use={enterWithPasskey} />
      ) : (
        <CodeForm key={method} method={method} token={step.token} />
      )}
      <Stack gap={4}>
        {step.methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="subtle" size="xs" onClick={() => setMethod(other)}>
              {words.use[other]}
            </Button>
          ))}
        <Button variant="subtle" size="xs" onClick={cancel}>
          {words.startAgain}
        </Button>
      </Stack>
    </Stack>
  )
}

function CodeForm({ method, token }: { method: 'TOTP' | 'RECOVERY_CODE'; token: string }) {
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const proof = method === 'TOTP' ? { code: typed.replaceAll(/\s/g, '') } : { recoveryCode: typed.trim() }
  const enter = useMutation({
    mutationFn: () => call(completeSecondFactor, { body: { token, ...proof } }),
    onSuccess: beginSession,
    onError: () => setTyped(''),
  })
  const submit = () => {
    setMissing(typed.trim() === '')
    if (typed.trim() === '') input.current?.focus()
    else enter.mutate()
  }
  return (
    <form onSubmit={submitWith(submit)} noValidate>
      <Stack gap="md">
        <TextInput
          ref={input}
          label={words.label[method]}
          aria-required
          error={isMissing && KIT_WORDS.required}
          autoFocus
          data-autofocus
          autoComplete="one-time-code"
          inputMode={method === 'TOTP' ? 'numeric' : 'text'}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Problem text={enter.error && explainCode(enter.error, method)} />
        <Button type="submit" loading={enter.isPending} fullWidth>
          {SIGN_IN_WORDS.submit}
        </Button>
      </Stack>
    </form>
  )
}

/** A code of the wrong form is a wrong code: nobody needs to read about patterns here. */
export function explainCode(error: unknown, method: 'TOTP' | 'RECOVERY_CODE'): string {
  const isWrong = error instanceof ApiError && ['invalid_code', 'validation_failed'].includes(error.code)
  return isWrong ? words.wrong[method] : explain(error)
}
