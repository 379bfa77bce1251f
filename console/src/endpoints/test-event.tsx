import { testWebhook } from '@counterfoil/contract/admin/webhooks.ts'
import type { EventType } from '@counterfoil/contract/events.ts'
import { Alert, Button, Code, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import { CallFailure } from '../facts/lazy-call-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCan } from '../session/use-session.ts'
import { EVENT_OPTIONS } from '../words/deliveries.ts'
import { ENDPOINT_WORDS as words } from '../words/endpoints.ts'

type Result = ResponseBody<typeof testWebhook>

/** Sends a signed sample, and shows the response of the receiver. */
export function TestEvent({
  partner: { id, webhookUrl },
}: {
  partner: { id: string; webhookUrl: string | null }
}) {
  const can = useCan()
  const [type, setType] = useState<EventType>('REDEMPTION_CREATED')
  const send = useAction(() => call(testWebhook, { params: { id }, body: { type } }))
  if (!can(testWebhook)) return null
  return (
    <Panel title={words.test}>
      <Text size="sm">{webhookUrl === null ? words.needsUrl : words.testText}</Text>
      {webhookUrl !== null && (
        <Group gap="xs" align="flex-end">
          <Select
            label={words.testType}
            data={EVENT_OPTIONS}
            value={type}
            allowDeselect={false}
            onChange={(value) => value !== null && setType(value as EventType)}
          />
          <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
            {words.test}
          </Button>
        </Group>
      )}
      <div role="status" className="outcome">
        {send.data && <Outcome result={send.data} />}
      </div>
    </Panel>
  )
}

function Outcome({ result: { ok, status, durationMs, response, error } }: { result: Result }) {
  return (
    <Alert color={ok ? 'indigo' : 'red'} title={ok ? words.testOk : words.testFailed}>
      <Stack gap={6}>
        {status === null ? (
          <CallFailure error={error ?? ''} say={words.noResponse} />
        ) : (
          words.status(status, durationMs)
        )}
        {response !== null && response !== '' && (
          <Text size="sm" component="div">
            {words.responseBody} <Code className="wrap">{response}</Code>
          </Text>
        )}
      </Stack>
    </Alert>
  )
}
