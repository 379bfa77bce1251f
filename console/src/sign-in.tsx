import { Alert, Button, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Api, createApi } from './api/client.ts'
import { explain } from './api/error-translator.ts'
import { Mark } from './mark.tsx'

export function SignIn({ notice, signedIn }: { notice: string | null; signedIn: (api: Api) => void }) {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState(notice)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    const api = createApi(key.trim())
    try {
      // Every role can read the categories, so an error here is about the key.
      await api('listCategories', {})
      signedIn(api)
    } catch (error) {
      setProblem(explain(error))
      setBusy(false)
    }
  }

  return (
    <main className="sign-in">
      <Paper withBorder p="xl" w="100%" maw={400}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Mark />
            <div>
              <Title order={1} size="h3">
                Sign in
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                Sign in with an API key. It is kept in this tab only, until you close or reload it.
              </Text>
            </div>
            <PasswordInput
              label="API key"
              required
              withAsterisk={false}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide key' }}
            />
            {problem !== null && (
              <Alert color="red" variant="light" role="alert">
                {problem}
              </Alert>
            )}
            <Button type="submit" loading={busy} disabled={key.trim() === ''} fullWidth>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  )
}
