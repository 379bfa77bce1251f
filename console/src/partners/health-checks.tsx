import { getIntegrationHealth } from '@counterfoil/contract/admin/integration-health.ts'
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Reasons } from '../facts/lazy-reasons.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { Moment } from '../time/moment.tsx'
import { AREA_WORDS, HEALTH_STATE_WORDS, HEALTH_WORDS as words } from '../words/integration-health.ts'

type Check = ResponseBody<typeof getIntegrationHealth>['checks'][number]

const TONES = { OK: 'good', FAILING: 'bad', NO_TRAFFIC: 'quiet' } as const

/** What is wrong with the integration of a partner now, since when, and what to do. */
export function HealthChecks({ partnerId }: { partnerId: string }) {
  const health = useApiQuery(getIntegrationHealth, { params: { id: partnerId } })
  return (
    <Panel title={words.title}>
      <Loaded of={health}>
        {({ checks }) => (
          <Stack gap="xs">
            {checks.map((check) => (
              <CheckState key={check.area} check={check} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}

function CheckState({ check }: { check: Check }) {
  const { area, state, problem } = check
  return (
    <>
      <StatusDot tone={TONES[state]} code={`${area} ${state}`}>
        {`${AREA_WORDS[area]}: ${HEALTH_STATE_WORDS[state]}`}
      </StatusDot>
      {problem !== null && <Problem of={check} />}
    </>
  )
}

function Problem({ of: check }: { of: Check }) {
  const { problem, problemFacts, remedy, remedyFacts, since, help, requestId } = check
  return (
    <Alert color="red" title={<Reasons facts={problemFacts} english={problem ?? ''} />}>
      <Text size="sm" component="div">
        <Reasons facts={remedyFacts} english={remedy ?? ''} />
      </Text>
      <Group gap="md" mt="xs">
        {since !== null && (
          <Text size="xs">
            {words.since} <Moment at={since} />
          </Text>
        )}
        {help !== null && (
          <Anchor href={help} target="_blank" rel="noreferrer" size="xs">
            {words.help}
          </Anchor>
        )}
        {requestId !== null && (
          <AnchorLink to="/requests/$id" params={{ id: requestId }} size="xs">
            {words.showRequest}
          </AnchorLink>
        )}
      </Group>
    </Alert>
  )
}
