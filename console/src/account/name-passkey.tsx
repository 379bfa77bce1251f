import { addPasskey, beginPasskey, renamePasskey } from '@counterfoil/contract/session/passkeys.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { explain } from '../api/explain.ts'
import { checkFields } from '../form/check-field.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Problem } from '../kit/problem.tsx'
import { useAction } from '../kit/use-action.ts'
import { KIT_WORDS } from '../words/kit.ts'
import { PASSKEY_WORDS as words } from '../words/passkeys.ts'

/** Names a new passkey, then lets the device create it. `added` gets the recovery codes that came with the first one. */
export function AddPasskey({ close, added }: { close: () => void; added: (codes: string[] | null) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const add = useAction(
    async (name: string) => {
      const { createPasskey } = await import('../sign-in/passkey.ts')
      const { token, options } = await call(beginPasskey, {})
      return call(addPasskey, { body: { token, name, credential: await createPasskey(options) } })
    },
    {
      done: ({ name }) => words.added(name),
      after: ({ recoveryCodes }) => added(recoveryCodes),
      showsErrors: true,
    },
  )
  const submit = async (name: string) => {
    setProblem(null)
    const { explainPasskey } = await import('../sign-in/passkey.ts')
    await add.mutateAsync(name).catch((error) => setProblem(explainPasskey(error)))
  }
  return (
    <NameDialog
      title={words.addTitle}
      text={words.addText}
      action={words.addAction}
      problem={problem}
      submit={submit}
      close={close}
    />
  )
}

export function RenamePasskey({
  passkey,
  close,
}: {
  passkey: { id: string; name: string }
  close: () => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const rename = useAction(
    (name: string) => call(renamePasskey, { params: { id: passkey.id }, body: { name } }),
    { done: ({ name }) => words.renamed(name), after: close, showsErrors: true },
  )
  return (
    <NameDialog
      title={words.renameTitle(passkey.name)}
      action={words.rename}
      name={passkey.name}
      problem={problem}
      submit={(name) => rename.mutateAsync(name).catch((error) => setProblem(explain(error)))}
      close={close}
    />
  )
}

function NameDialog({
  title,
  text,
  action,
  name: stored = '',
  problem,
  submit,
  close,
}: {
  title: string
  text?: string
  action: string
  name?: string
  problem: string | null
  submit: (name: string) => Promise<unknown>
  close: () => void
}) {
  const [name, setName] = useState(stored)
  const [fieldProblem, setFieldProblem] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(renamePasskey.body, { name: name.trim() }).name
    setFieldProblem(found)
    if (found !== undefined) return
    setBusy(true)
    await submit(name.trim())
    setBusy(false)
  }
  return (
    <Dialog onClose={close} title={title}>
      <form onSubmit={run} noValidate>
        <Stack gap="md">
          {text !== undefined && <Text size="sm">{text}</Text>}
          <TextInput
            label={words.name}
            placeholder={words.namePlaceholder}
            data-autofocus
            value={name}
            error={fieldProblem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Problem text={problem} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {KIT_WORDS.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
