import {
  copyLiveKeys,
  createTwin,
  emptySandbox,
  failSandboxDeliveries,
  getSandbox,
  moveSandboxClock,
} from '@counterfoil/contract/admin/sandbox.ts'
import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call, type ResponseBody } from '../api/call.ts'
import type { Partner } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { AskButton } from '../kit/confirm.tsx'
import { Copyable } from '../kit/copyable.tsx'
import { Facts } from '../kit/facts.tsx'
import { RecordLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { Panel } from '../kit/panel.tsx'
import { ShownOnce } from '../kit/shown-once.tsx'
import { useAction } from '../kit/use-action.ts'
import { useCan, useSession } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { formatNumber } from '../time/numbers.ts'
import { SANDBOX_WORDS as words } from '../words/sandbox.ts'

type Sandbox = ResponseBody<typeof getSandbox>

/** The test twin of a live partner: create it, move its clock, let its deliveries fail, reset it. */
export function TestTwin({ partner }: { partner: Partner }) {
  const { id, mode, twinId } = partner
  // The secret is kept here, since the button that created the twin is gone once the twin exists.
  const [created, setCreated] = useState<{ slug: string; secrets: string } | null>(null)
  const hasTwin = mode === 'test' || twinId !== null
  return (
    <Panel title={words.title}>
      <Text size="sm">{words.text}</Text>
      {hasTwin ? <Existing id={id} /> : <Missing id={id} created={setCreated} />}
      {created && (
        <ShownOnce
          title={words.createdTitle}
          text={words.createdText(created.slug)}
          value={created.secrets}
          close={() => setCreated(null)}
        />
      )}
    </Panel>
  )
}

function Missing({
  id,
  created,
}: {
  id: string
  created: (twin: { slug: string; secrets: string }) => void
}) {
  const can = useCan()
  const create = useAction(() => call(createTwin, { params: { id } }), {
    after: (made) => {
      if ('secret' in made) created({ slug: made.slug, secrets: `${made.secret}\n${made.apiKey}` })
    },
  })
  if (!can(createTwin)) return <Text size="sm">{words.none}</Text>
  return (
    <Button size="xs" loading={create.isPending} onClick={() => create.mutate(undefined)} w="fit-content">
      {words.create}
    </Button>
  )
}

function Existing({ id }: { id: string }) {
  const can = useCan()
  const sandbox = useApiQuery(getSandbox, { params: { id } })
  return (
    <Loaded of={sandbox}>
      {(data) => (
        <Stack gap="md">
          <State sandbox={data} />
          {can(moveSandboxClock) && (
            <>
              <CopyKeys twin={data.partner} />
              <Clock id={id} />
              <Deliveries id={id} />
              <Reset id={id} slug={data.partner.slug} />
            </>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function State({ sandbox: { partner, clock, failing } }: { sandbox: Sandbox }) {
  const { partnerId } = useSession()
  const { id, slug, jwtIssuer } = partner
  // A partner's engineer reaches the page of their own partner only.
  const isReachable = partnerId === null || partnerId === id
  const link = <RecordLink to="/partners/$id" id={id} name={slug} />
  return (
    <Facts
      label={words.title}
      of={[
        { name: words.slug, value: isReachable ? link : slug },
        { name: words.issuer, value: <Copyable name={words.issuer} value={jwtIssuer} /> },
        { name: words.clock, value: <Moment at={clock.now} /> },
        { name: words.realTime, value: <Moment at={clock.realTime} /> },
        { name: words.failing, value: formatNumber(failing) },
      ]}
    />
  )
}

/** Not for a test partner without a live partner, nor for its own staff, who have no access to the live partner. */
function CopyKeys({ twin: { id, slug, jwtIssuer, twinId } }: { twin: Sandbox['partner'] }) {
  const { partnerId } = useSession()
  if (twinId === null || (partnerId !== null && partnerId !== twinId)) return null
  return (
    <AskButton
      title={words.copyKeysTitle}
      consequence={words.copyKeysConsequence(slug, jwtIssuer)}
      action={words.copyKeys}
      confirm={() => call(copyLiveKeys, { params: { id } })}
      done={() => words.keysCopied}
    />
  )
}

function Clock({ id }: { id: string }) {
  const [duration, setDuration] = useState<string>('P1M')
  const options = { done: () => words.moved }
  const move = useAction(
    (body: { advance: string } | { reset: true }) => call(moveSandboxClock, { params: { id }, body }),
    options,
  )
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label={words.advance}
        data={optionsOf(words.durations)}
        value={duration}
        allowDeselect={false}
        onChange={(chosen) => setDuration(chosen ?? 'P1M')}
        w={180}
      />
      <Button size="sm" loading={move.isPending} onClick={() => move.mutate({ advance: duration })}>
        {words.move}
      </Button>
      <Button size="sm" variant="default" onClick={() => move.mutate({ reset: true })}>
        {words.resetClock}
      </Button>
    </Group>
  )
}

function Deliveries({ id }: { id: string }) {
  const [count, setCount] = useState(3)
  const params = { id }
  const fail = useAction(() => call(failSandboxDeliveries, { params, body: { failNext: count } }), {
    done: ({ failing }) => words.failed(failing),
  })
  const retry = useAction(() => call(failSandboxDeliveries, { params, body: { retryNow: true } }), {
    done: ({ retried }) => words.retried(retried),
  })
  return (
    <Group gap="xs" align="flex-end">
      <NumberInput
        label={words.failNext}
        min={0}
        max={1000}
        value={count}
        onChange={(value) => setCount(Number(value))}
        w={180}
      />
      <Button size="sm" loading={fail.isPending} onClick={() => fail.mutate(undefined)}>
        {words.fail}
      </Button>
      <Button size="sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
        {words.retryNow}
      </Button>
    </Group>
  )
}

function Reset({ id, slug }: { id: string; slug: string }) {
  return (
    <AskButton
      title={words.resetTitle}
      consequence={words.resetConsequence(slug)}
      action={words.reset}
      isDangerous
      confirm={() => call(emptySandbox, { params: { id } })}
      done={() => words.wasReset}
    />
  )
}
