import { changeOwnName } from '@counterfoil/contract/session/account.ts'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { notifyDone } from '../kit/notify.ts'
import { Panel } from '../kit/panel.tsx'
import { submitWith } from '../kit/submit-with.ts'
import { adoptSession } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import { ACCOUNT_WORDS as words } from '../words/account.ts'
import { ROLE_WORDS } from '../words/roles.ts'

export function OwnName() {
  const { name: stored, email, role } = useSession()
  const [name, setName] = useState(stored)
  const [problem, setProblem] = useState<string | undefined>()
  const body = { name: name.trim() }
  const change = useMutation({
    mutationFn: () => call(changeOwnName, { body }),
    onSuccess: (session) => {
      adoptSession(session)
      setName(session.name)
      notifyDone(words.nameSaved(session.name))
    },
    onError: (error) => setProblem(explain(error)),
  })
  const submit = () => {
    const found = checkFields(changeOwnName.body, body).name
    setProblem(found)
    if (found === undefined) change.mutate()
  }
  return (
    <Panel title={words.who}>
      <form onSubmit={submitWith(submit)} noValidate>
        <Stack gap="md" align="flex-start">
          <TextInput
            w="100%"
            label={words.name}
            autoComplete="name"
            value={name}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={change.isPending} disabled={body.name === stored}>
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
