import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useApiQuery } from '../api/use-api-query.ts'
import { DeliveryFacts } from '../endpoints/delivery-facts.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'

/** The partners that do not receive webhooks: since when, how many events did not arrive, and the last response. */
export function TroubledEndpoints({ partnerId }: { partnerId: string | undefined }) {
  const can = useCan()
  const alerts = useApiQuery(listAlerts, can(listAlerts) ? {} : null)
  const troubled = (alerts.data?.items ?? []).flatMap(({ subject, since, delivery }) =>
    delivery === null || (partnerId !== undefined && partnerId !== subject.id)
      ? []
      : [{ ...subject, since, delivery }],
  )
  if (troubled.length === 0) return null
  return (
    <Alert color="red" mb="md" title={words.troubled(troubled.length)}>
      <Stack gap="xs">
        {troubled.map(({ id, name, since, delivery }) => (
          <Group key={id} gap="xs">
            <AnchorLink to="/partners/$id" params={{ id }} size="sm" className="wrap">
              {name}
            </AnchorLink>
            <Text size="sm">
              {words.troubles[delivery.state]} <Moment at={since} />
            </Text>
            <DeliveryFacts partnerId={id} delivery={delivery} />
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}
