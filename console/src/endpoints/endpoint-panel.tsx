import { resumeWebhook, startReplay } from '@counterfoil/contract/admin/webhooks.ts'
import { Button, Stack, Text } from '@mantine/core'
import { call } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { Panel } from '../kit/panel.tsx'
import { ReasonButton } from '../kit/reason-button.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { useAction } from '../kit/use-action.ts'
import { useListSearch } from '../list/list-search.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { ENDPOINT_WORDS as words } from '../words/endpoints.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { ReplayProgress } from './replay-progress.tsx'

/** The state of a partner's endpoint, with resume and replay. An open replay dialog is in the address. */
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

function EndpointState({ partner }: { partner: Partner }) {
  const { webhookUrl, webhookFailingSince, webhookPausedAt, webhookPauseReason, disabled } = partner
  if (webhookUrl === null) return <StatusDot tone="quiet">{words.noUrl}</StatusDot>
  if (webhookPausedAt === null && webhookFailingSince !== null && !disabled) {
    return (
      <Stack gap={4}>
        <StatusDot tone="bad">{words.failingSince}</StatusDot>
        <Text size="sm" className="wrap">
          <Moment at={webhookFailingSince} /> · {webhookUrl}
        </Text>
        <Text size="sm">{words.failingText}</Text>
      </Stack>
    )
  }
  if (webhookPausedAt === null) {
    return (
      <Stack gap={4}>
        <StatusDot tone={disabled ? 'bad' : 'good'}>{disabled ? words.disabled : words.active}</StatusDot>
        <Text size="sm" className="wrap">
          {webhookUrl}
        </Text>
      </Stack>
    )
  }
  return (
    <Stack gap={4} align="flex-start">
      <StatusDot tone="bad">{words.pausedSince}</StatusDot>
      <Text size="sm" className="wrap">
        <Moment at={webhookPausedAt} /> · {webhookUrl}
      </Text>
      <Text size="sm">
        {webhookPauseReason !== null && words[webhookPauseReason]} {words.pausedText}
      </Text>
      <ResumeButton partner={partner} />
    </Stack>
  )
}

function ResumeButton({ partner: { id } }: { partner: Partner }) {
  const can = useCan()
  const resume = useAction(() => call(resumeWebhook, { params: { id } }), { done: () => words.resumed })
  if (!can(resumeWebhook)) return null
  return (
    <Button mt="xs" size="xs" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
      {words.resume}
    </Button>
  )
}
