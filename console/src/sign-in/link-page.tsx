import { acceptInvite, type InvitePreview, previewInvite } from '@counterfoil/contract/session/sign-in.ts'
import { Anchor, Button, Loader, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { Problem } from '../kit/problem.tsx'
import { submitWith } from '../kit/submit-with.ts'
import { ROLE_WORDS } from '../words/roles.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'
import { SecondFactorForm, type SecondFactorStep } from './second-factor-form.tsx'
import { beginSession } from './session-tabs.ts'
import { SignInPage } from './sign-in-page.tsx'

type Preview = Static<typeof InvitePreview>

/** “Create your sign-in”, for the token of an invite or a reset. */
export function LinkPage({ token, close }: { token: string; close: () => void }) {
  const preview = useQuery({
    queryKey: ['previewInvite', token],
    queryFn: () => call(previewInvite, { body: { token } }),
  })
  if (preview.data) return <ChoosePassword token={token} preview={preview.data} close={close} />
  if (preview.isPending) {
    return (
      <SignInPage title={words.createTitle} intro={words.linkLoading}>
        <Loader size="sm" />
      </SignInPage>
    )
  }
  const isBroken = preview.error instanceof ApiError && BROKEN.includes(preview.error.code)
  return (
    <SignInPage
      title={isBroken ? words.brokenLinkTitle : words.failedTitle}
      intro={isBroken ? words.brokenLinkText : explain(preview.error)}
    >
      <Anchor component="button" type="button" size="sm" ta="start" onClick={close}>
        {words.toSignIn}
      </Anchor>
    </SignInPage>
  )
}

/** A forged token may not even have the form of one. */
const BROKEN = ['invalid_sign_in_link', 'validation_failed']

function ChoosePassword({ token, preview, close }: { token: string; preview: Preview; close: () => void }) {
  const isFirst = preview.purpose === 'FIRST_ADMIN'
  const [email, setEmail] = useState(preview.email ?? '')
  const [name, setName] = useState(preview.name ?? '')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  const body = { token, password, ...(isFirst && { email: email.trim(), name: name.trim() }) }
  const accept = useMutation({
    mutationFn: () => call(acceptInvite, { body }),
    onSuccess: (result) => {
      if ('methods' in result) return setStep(result)
      close()
      beginSession(result)
    },
    onError: (error) => setProblems(problemsOf(error)),
  })
  const submit = () => {
    const found = checkFields(acceptInvite.body, body)
    setProblems(found)
    if (Object.keys(found).length === 0) accept.mutate()
  }

  const isReset = preview.purpose === 'RESET'
  if (step !== null) {
    return (
      <SignInPage title={words.title} intro={words.intro}>
        <SecondFactorForm step={step} cancel={close} />
      </SignInPage>
    )
  }
  return (
    <SignInPage
      title={isReset ? words.resetTitle : words.createTitle}
      intro={isReset ? words.resetIntro : introOf(preview)}
    >
      <form onSubmit={submitWith(submit)} noValidate>
        <Stack gap="md">
          <Problem text={problems.form} />
          <Identity {...{ preview, email, setEmail, name, setName, problems }} />
          <PasswordInput
            label={isReset ? words.newPassword : words.password}
            description={words.passwordHint}
            autoFocus={!isFirst}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problems.password}
          />
          <Button type="submit" loading={accept.isPending} fullWidth>
            {isReset ? words.reset : words.create}
          </Button>
        </Stack>
      </form>
    </SignInPage>
  )
}

/** The first admin says who they are; everyone else was named in the invite. */
function Identity({
  preview,
  email,
  setEmail,
  name,
  setName,
  problems,
}: {
  preview: Preview
  email: string
  setEmail: (value: string) => void
  name: string
  setName: (value: string) => void
  problems: Record<string, string>
}) {
  if (preview.purpose !== 'FIRST_ADMIN') {
    return (
      <Text size="sm">
        {preview.name} · {preview.email}
        <input type="hidden" autoComplete="username" value={preview.email ?? ''} readOnly />
      </Text>
    )
  }
  return (
    <>
      <TextInput
        label={words.email}
        type="email"
        autoFocus
        autoComplete="username"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={problems.email}
      />
      <TextInput
        label={words.name}
        autoComplete="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems.name}
      />
    </>
  )
}

function introOf({ purpose, role }: Preview): string {
  return purpose === 'FIRST_ADMIN' ? words.firstAdminIntro : words.createIntro(ROLE_WORDS[role])
}

function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return { form: explain(error) }
  if (error.code === 'password_too_common') return { password: explain(error) }
  if (error.code === 'email_taken') return { email: explain(error) }
  return { form: explain(error) }
}
