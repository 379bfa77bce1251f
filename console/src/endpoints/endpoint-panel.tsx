import { getPartner } from '@counterfoil/contract/admin/partners.ts'
import { deliverNow, resumeWebhook, startReplay } from '@counterfoil/contract/admin/webhooks.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { apiQuery } from '../api/use-api-query.ts'
import { Panel } from '../kit/panel.tsx'
import { ReasonButton } from '../kit/reason-button.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useAction } from '../kit/use-action.ts'
import { useListSearch } from '../list/list-search.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { ENDPOINT_WORDS as words } from '../words/endpoints.ts'
import { type Delivery, DeliveryFacts } from './delivery-facts.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { ReplayProgress } from './replay-progress.tsx'

/** The state of a partner's endpoint, with its actions. An open replay dialog is in the address. */
export function EndpointPanel({ partner }: { partner: Partner }) {
  const can = useCan()
  const { search, setFilter } = useListSearch()
  return (
    <Panel
      title={words.title}
      actions={
        can(startReplay) && (
          <ReasonButton
            size="xs"
            variant="default"
            reason={partner.webhookUrl === null ? words.needsUrl : null}
            onClick={() => setFilter('open', 'replay')}
          >
            {words.replay}
          </ReasonButton>
        )
      }
    >
      <EndpointState partner={partner} />
      <ReplayProgress partnerId={partner.id} />
      {search.open === 'replay' && partner.webhookUrl !== null && (
        <ReplayDialog
          partnerId={partner.id}
          webhookUrl={partner.webhookUrl}
          close={() => setFilter('open', null)}
        />
      )}
    </Panel>
  )
}

const LOOK_AGAIN_MS = 3000

function EndpointState({ partner }: { partner: Partner }) {
  const { id, webhookUrl, delivery } = partner
  // A failing endpoint may recover at any moment. The page shows the partner of this query.
  useQuery({
    ...apiQuery(getPartner, { params: { id } }),
    refetchInterval: delivery.state === 'FAILING' && LOOK_AGAIN_MS,
  })
  if (webhookUrl === null) return <StatusDot tone="quiet">{words.noUrl}</StatusDot>
  return (
    <Stack gap={4} align="flex-start">
      <StatusDot tone={toneOf(delivery)}>{describe(delivery)}</StatusDot>
      <Text size="sm" className="wrap">
        {delivery.since !== null && (
          <>
            <Moment at={delivery.since} /> ·{' '}
          </>
        )}
        {webhookUrl}
      </Text>
      <Reason partner={partner} />
      {delivery.state !== 'OFF' && <DeliveryFacts partnerId={id} delivery={delivery} />}
      <Group gap="xs" mt="xs">
        {delivery.undelivered > 0 && <DeliverNowButton partnerId={id} />}
        {delivery.state === 'PAUSED' && <ResumeButton partner={partner} />}
      </Group>
    </Stack>
  )
}

/** Green only if the last event arrived, and nothing waits after a failure. */
function toneOf({ state, undelivered, lastStatus }: Delivery) {
  if (state !== 'OK') return 'bad'
  return lastStatus === null || undelivered > 0 ? 'quiet' : 'good'
}

function describe({ state, lastStatus }: Delivery): string {
  if (state === 'OFF') return words.disabled
  if (state === 'PAUSED') return words.pausedSince
  if (state === 'FAILING') return words.failingSince
  return lastStatus === null ? words.nothingSent : words.active
}

function Reason({ partner: { delivery, webhookPauseReason } }: { partner: Partner }) {
  if (delivery.state === 'FAILING') return <Text size="sm">{words.failingText}</Text>
  if (delivery.state !== 'PAUSED') return null
  return (
    <Text size="sm">
      {webhookPauseReason !== null && words[webhookPauseReason]} {words.pausedText}
    </Text>
  )
}

function DeliverNowButton({ partnerId }: { partnerId: string }) {
  const can = useCan()
  const send = useAction(() => call(deliverNow, { params: { id: partnerId } }), {
    done: ({ deliveries }) => words.deliverNowStarted(deliveries),
  })
  if (!can(deliverNow)) return null
  return (
    <Button size="xs" loading={send.isPending} onClick={() => send.mutate(undefined)}>
      {words.deliverNow}
    </Button>
  )
}

function ResumeButton({ partner: { id } }: { partner: Partner }) {
  const can = useCan()
  const resume = useAction(() => call(resumeWebhook, { params: { id } }), { done: () => words.resumed })
  if (!can(resumeWebhook)) return null
  return (
    <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
      {words.resume}
    </Button>
  )
}
