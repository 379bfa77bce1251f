import { changePassword } from '@counterfoil/contract/session/sign-in.ts'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { notifyDone } from '../kit/notify.ts'
import { Problem } from '../kit/problem.tsx'
import { submitWith } from '../kit/submit-with.ts'
import { beginSession } from '../sign-in/session-tabs.ts'
import { PASSWORD_LABELS, ACCOUNT_WORDS as words } from '../words/account.ts'

type Field = keyof typeof PASSWORD_LABELS

const NOTHING = { currentPassword: '', newPassword: '' }

/** Not an editor: a password is never kept as a draft. */
export function ChangePassword() {
  const [values, setValues] = useState(NOTHING)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const change = useMutation({
    mutationFn: () => call(changePassword, { body: values }),
    onSuccess: (session) => {
      beginSession(session)
      setValues(NOTHING)
      notifyDone(words.changed)
    },
    onError: (error) => setProblems(placeProblem(error)),
  })
  const submit = () => {
    const found = checkFields(changePassword.body, values)
    setProblems(found)
    if (Object.keys(found).length === 0) change.mutate()
  }
  const input = (name: Field, autoComplete: string, description?: string) => (
    <PasswordInput
      label={PASSWORD_LABELS[name]}
      description={description}
      autoComplete={autoComplete}
      value={values[name]}
      error={problems[name]}
      onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
    />
  )
  return (
    <form onSubmit={submitWith(submit)} noValidate>
      <Stack gap="md">
        <Problem text={problems.form} />
        {input('currentPassword', 'current-password')}
        {input('newPassword', 'new-password', words.hint)}
        <div>
          <Button type="submit" loading={change.isPending}>
            {words.change}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function placeProblem(error: unknown): Record<string, string> {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'password_too_common') return { newPassword: explain(error) }
  if (code === 'invalid_credentials') return { currentPassword: words.wrongPassword }
  return { form: explain(error) }
}
