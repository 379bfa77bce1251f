import { proveAgain } from '@counterfoil/contract/staff-account.ts'
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { answerProof, isProofAsked, subscribeToProof } from '../session/proof-store.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { SIGN_IN_WORDS as words } from '../words/sign-in.ts'

/** On top of the page, before a sensitive act: the request that was refused is sent again after the proof. */
export function ProveAgain() {
  const isAsked = useSyncExternalStore(subscribeToProof, isProofAsked)
  return (
    <Modal
      opened={isAsked}
      onClose={() => answerProof(false)}
      centered
      title={words.proveTitle}
      zIndex={450}
      closeButtonProps={{ 'aria-label': KIT_WORDS.close }}
    >
      <ProofForm />
    </Modal>
  )
}

function ProofForm() {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await call(proveAgain, { body: { password } })
      answerProof(true)
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === 'invalid_credentials'
      setProblem(isWrong ? words.wrongPassword : explain(error))
    } finally {
      setPassword('')
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{words.proveText}</Text>
        <PasswordInput
          label={words.password}
          required
          withAsterisk={false}
          data-autofocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
        />
        {problem !== null && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => answerProof(false)}>
            {KIT_WORDS.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={password === ''}>
            {words.prove}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
