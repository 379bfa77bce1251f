import { Code, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { DeliveryRecord } from '../api/records.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { DELIVERY_WORDS as words } from '../words/deliveries.ts'

/** What the receiver gets. */
export function DeliveryRequest({ delivery }: { delivery: DeliveryRecord }) {
  // The service writes the body once, as compact JSON in the same order.
  const body = JSON.stringify(delivery.event)
  return (
    <Stack gap="xl" w="100%">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {words.body}
          </Title>
          <CopyButton value={body} size="xs" />
        </Group>
        <Text size="sm">{words.bodyText}</Text>
        <Code block className="secret" data-testid="body">
          {body}
        </Code>
        <details className="changes">
          <summary>{words.formatted}</summary>
          <Code block className="secret">
            {JSON.stringify(delivery.event, null, 2)}
          </Code>
        </details>
      </Stack>
      <Headers delivery={delivery} />
    </Stack>
  )
}

function Headers({ delivery }: { delivery: DeliveryRecord }) {
  const last = delivery.attempts.at(-1)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {words.headers}
      </Title>
      <Text size="sm">{words.headersText(last?.number ?? 0)}</Text>
      <Table className="rows">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.header}</Table.Th>
            <Table.Th scope="col">{words.value}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {headersOf(delivery, last).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td className="wrap">
                <bdi>{value}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

function headersOf(
  { eventId, type }: DeliveryRecord,
  last: DeliveryRecord['attempts'][number] | undefined,
): [name: string, value: string][] {
  const seconds = last ? String(Math.floor(Date.parse(last.attemptedAt) / 1000)) : '…'
  return [
    ['content-type', 'application/json'],
    ['user-agent', words.userAgent],
    ['x-event-id', eventId],
    ['x-event-type', type],
    ['x-delivery-attempt', String(last?.number ?? 1)],
    ['x-signature', `t=${seconds},v1=… (${words.signedAfresh})`],
    ['webhook-id', eventId],
    ['webhook-timestamp', seconds],
    ['webhook-signature', `v1,… (${words.signedAfresh})`],
  ]
}
