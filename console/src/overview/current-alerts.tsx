import { listAlerts } from '@counterfoil/contract/admin/alerts.ts'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { AlertSentence } from '../facts/lazy-summary.ts'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useCan } from '../session/use-session.ts'
import { ALERT_WORDS, OVERVIEW_WORDS as words } from '../words/overview-page.ts'

const MAX_SHOWN = 5

export function CurrentAlerts() {
  const can = useCan()
  const alerts = useApiQuery(listAlerts, can(listAlerts) ? {} : null)
  if (!can(listAlerts)) return null
  return (
    <Paper withBorder p="md" component="section" aria-label={words.alerts}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {words.alerts}
        </Title>
        <AnchorLink to="/alerts" size="sm">
          {words.allAlerts}
        </AnchorLink>
      </Group>
      <Loaded of={alerts}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noAlerts}
            </Text>
          ) : (
            <Stack gap="xs">
              {items.slice(0, MAX_SHOWN).map((alert) => (
                <div key={alert.kind + alert.subject.id + alert.since}>
                  <StatusDot tone="bad">{ALERT_WORDS[alert.kind]}</StatusDot>
                  <Text size="xs" c="dimmed" className="wrap">
                    <Suspense>
                      <AlertSentence of={alert} />
                    </Suspense>
                  </Text>
                </div>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Paper>
  )
}
