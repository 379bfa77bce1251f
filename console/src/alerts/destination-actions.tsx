import {
  deleteAlertDestination,
  replaceAlertSecret,
  testAlertDestination,
} from '@counterfoil/contract/admin/alert-destinations.ts'
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { CallFailure } from '../facts/lazy-call-failure.tsx'
import { HistoryButton } from '../history/history-button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCan } from '../session/use-session.ts'
import { DESTINATION_WORDS as words } from '../words/alert-destinations.ts'
import { type Destination, EditDestination } from './edit-destination.tsx'

type Open = 'edit' | 'remove' | 'secret' | null

export function DestinationActions({
  destination,
  replaced,
}: {
  destination: Destination
  /** Gets a new signing secret, to show it once. */
  replaced: (secret: string) => void
}) {
  const can = useCan()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const { id, name, kind } = destination
  return (
    <Group gap="xs">
      {can(testAlertDestination) && <TestButton destination={destination} />}
      <HistoryButton target={`alert_destination:${id}`} name={name} />
      {can(testAlertDestination) && (
        <>
          <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
            {words.change}
          </Button>
          {kind === 'SIGNED' && (
            <Button size="xs" variant="default" onClick={() => setOpen('secret')}>
              {words.newSecret}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setOpen('remove')}>
            {words.remove}
          </Button>
        </>
      )}
      {open === 'edit' && <EditDestination destination={destination} close={close} />}
      {open === 'remove' && (
        <Confirm
          title={words.removeTitle(name)}
          consequence={words.removeText}
          action={words.remove}
          isDangerous
          confirm={() => call(deleteAlertDestination, { params: { id } })}
          done={() => words.removed(name)}
          close={close}
        />
      )}
      {open === 'secret' && (
        <Confirm
          title={words.newSecretTitle(name)}
          consequence={words.newSecretText}
          action={words.newSecret}
          confirm={() => call(replaceAlertSecret, { params: { id } })}
          after={({ secret }) => replaced(secret)}
          close={close}
        />
      )}
    </Group>
  )
}

/** Sends a test message, and shows what the receiver answered. */
function TestButton({ destination: { id, name } }: { destination: Destination }) {
  const send = useAction(() => call(testAlertDestination, { params: { id } }))
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={words.testOf(name)}
        loading={send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        {words.test}
      </Button>
      {send.data && (
        <Dialog title={words.testTitle(name)} onClose={send.reset}>
          <TestResult result={send.data} />
          <Group justify="flex-end" mt="md">
            <Button onClick={send.reset}>{words.close}</Button>
          </Group>
        </Dialog>
      )}
    </>
  )
}

function TestResult({
  result: { ok, status, response, error },
}: {
  result: ResponseBody<typeof testAlertDestination>
}) {
  return (
    <Alert role="status" color={ok ? 'indigo' : 'red'} title={ok ? words.testOk : words.testFailed}>
      <Stack gap={6}>
        {status !== null && <Text size="sm">{words.testStatus(status)}</Text>}
        {error !== null && (
          <Text size="sm">
            <CallFailure error={error} />
          </Text>
        )}
        {response !== null && response !== '' && (
          <Text size="sm" component="div">
            {words.response} <Code className="wrap">{response}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
