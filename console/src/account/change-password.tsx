import { changePassword } from '@counterfoil/contract/session/sign-in.ts'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { notifyDone } from '../kit/notify.ts'
import { Problem } from '../kit/problem.tsx'
import { beginSession } from '../sign-in/session-tabs.ts'
import { PASSWORD_LABELS, ACCOUNT_WORDS as words } from '../words/account.ts'

type Field = keyof typeof PASSWORD_LABELS

const NOTHING = { currentPassword: '', newPassword: '' }

/** Not an editor: a password is never kept as a draft. */
export function ChangePassword() {
  const [values, setValues] = useState(NOTHING)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(changePassword.body, values)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      beginSession(await call(changePassword, { body: values }))
      setValues(NOTHING)
      notifyDone(words.changed)
    } catch (error) {
      setProblems(placeProblem(error))
    } finally {
      setBusy(false)
    }
  }
  const input = (name: Field, autoComplete: string, description?: string) => (
    <PasswordInput
      label={PASSWORD_LABELS[name]}
      description={description}
      autoComplete={autoComplete}
      value={values[name]}
      error={problems[name]}
      onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
      visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
    />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Problem text={problems.form} />
        {input('currentPassword', 'current-password')}
        {input('newPassword', 'new-password', words.hint)}
        <div>
          <Button type="submit" loading={isBusy}>
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
