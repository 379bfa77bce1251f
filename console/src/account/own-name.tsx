import { changeOwnName } from '@counterfoil/contract/session/account.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { notifyDone } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { adoptSession } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import { ACCOUNT_WORDS as words } from '../words/account.ts'
import { ROLE_WORDS } from '../words/roles.ts'

export function OwnName() {
  const { name: stored, email, role } = useSession()
  const [name, setName] = useState(stored)
  const [problem, setProblem] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { name: name.trim() }
    const found = checkFields(changeOwnName.body, body).name
    setProblem(found)
    if (found !== undefined) return
    setBusy(true)
    try {
      const session = await call(changeOwnName, { body })
      adoptSession(session)
      setName(session.name)
      notifyDone(words.nameSaved(session.name))
    } catch (error) {
      setProblem(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={words.who}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" align="flex-start">
          <TextInput
            w="100%"
            label={words.name}
            autoComplete="name"
            value={name}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isBusy} disabled={name.trim() === stored}>
            {words.saveName}
          </Button>
        </Stack>
      </form>
      <div>
        <Text size="sm" className="wrap">
          {email} · {ROLE_WORDS[role]}
        </Text>
        <Text size="xs" c="dimmed">
          {words.changeRest}
        </Text>
      </div>
    </Panel>
  )
}
