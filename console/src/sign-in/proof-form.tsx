import { proveAgain } from '@counterfoil/contract/session/account.ts'
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call, type RouteInput } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { Problem } from '../kit/problem.tsx'
import { submitWith } from '../kit/submit-with.ts'
import { settleProof } from '../session/proof-store.ts'
import { SECOND_FACTOR_WORDS } from '../words/second-factor.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { explainCode } from './second-factor-form.tsx'

/** Proves with the password, or with a code of the authenticator app. */
export function ProofForm({ kind, cancel }: { kind: 'password' | 'code'; cancel: ReactNode }) {
  const [typed, setTyped] = useState('')
  const submit = useMutation({
    mutationFn: () =>
      prove(kind === 'password' ? { password: typed } : { code: typed.replaceAll(/\s/g, '') }),
    onSettled: () => setTyped(''),
  })
  const explainProof = kind === 'password' ? explainPassword : (error: unknown) => explainCode(error, 'TOTP')
  const field = {
    required: true,
    withAsterisk: false,
    'data-autofocus': true,
    autoFocus: true,
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  }
  return (
    <form onSubmit={submitWith(submit.mutate)}>
      <Stack gap="md">
        {kind === 'password' ? (
          <PasswordInput {...field} label={words.password} autoComplete="current-password" />
        ) : (
          <TextInput
            {...field}
            label={SECOND_FACTOR_WORDS.label.TOTP}
            description={SECOND_FACTOR_WORDS.intro.TOTP}
            autoComplete="one-time-code"
            inputMode="numeric"
          />
        )}
        <Problem text={submit.error && explainProof(submit.error)} />
        <Group justify="flex-end" gap="xs">
          {cancel}
          <Button type="submit" loading={submit.isPending} disabled={typed === ''}>
            {words.prove}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Sends the proof. The request that waits for it then goes on. */
export async function prove(body: NonNullable<RouteInput<typeof proveAgain>['body']>): Promise<void> {
  await call(proveAgain, { body })
  settleProof(true)
}

function explainPassword(error: unknown): string {
  const isWrong = error instanceof ApiError && error.code === 'invalid_credentials'
  return isWrong ? words.wrongPassword : explain(error)
}
