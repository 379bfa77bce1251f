import { listRedemptions } from '@counterfoil/contract/admin/redemptions.ts'
import { Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Redemption } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Empty } from '../kit/empty.tsx'
import { Facts } from '../kit/facts.tsx'
import { AnchorLink, ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { REDEMPTION_WORDS, REVIEW_WORDS as words } from '../words/redemptions.ts'
import { DayActivity } from './day-activity.tsx'
import { useRedemptionFacts } from './redemption-facts.tsx'
import { ReviewForm } from './review-form.tsx'

const route = getRouteApi('/review')

const WAITING = { status: 'FLAGGED', reviewed: false, limit: 200 } as const

/** Flagged redemptions that nobody has reviewed, one at a time. The open one is in the address. */
export function ReviewQueue() {
  const queue = useApiQuery(listRedemptions, { query: WAITING })
  return (
    <>
      <PageHeading title={words.title} below={words.below}>
        <ButtonLink to="/redemptions" search={{ status: 'FLAGGED', reviewed: false }} variant="default">
          {words.asList}
        </ButtonLink>
      </PageHeading>
      <Loaded of={queue}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Empty>{words.done}</Empty>
          ) : (
            <Waiting items={items} isMore={nextCursor !== null} />
          )
        }
      </Loaded>
    </>
  )
}

function Waiting({ items, isMore }: { items: Redemption[]; isMore: boolean }) {
  const { index, go } = usePosition(items)
  const redemption = items[index]
  useHotkeys([
    ['j', () => go(index + 1)],
    ['k', () => go(index - 1)],
  ])
  if (!redemption) return null
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={index === 0} onClick={() => go(index - 1)}>
            {words.previous}
          </Button>
          <Text size="sm" role="status" className="nowrap">
            {words.position(index + 1, items.length, isMore)}
          </Text>
          <Button
            variant="default"
            size="xs"
            disabled={index === items.length - 1}
            onClick={() => go(index + 1)}
          >
            {words.next}
          </Button>
        </Group>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {words.keys}
        </Text>
      </Group>
      <Case key={redemption.id} redemption={redemption} />
    </Stack>
  )
}

function Case({ redemption }: { redemption: Redemption }) {
  const facts = useRedemptionFacts(redemption)
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3" className="wrap">
          <MarkedTitle title={redemption.voucherTitle} />
        </Title>
        <AnchorLink to="/redemptions/$id" params={{ id: redemption.id }} size="sm">
          {words.open}
        </AnchorLink>
      </Group>
      <Facts label={REDEMPTION_WORDS.facts} of={facts} />
      <ReviewForm redemption={redemption} hasKeys />
      <Divider />
      <DayActivity redemption={redemption} />
    </>
  )
}

/** A reviewed redemption leaves the queue: the next one takes its place. */
function usePosition(items: Redemption[]): { index: number; go: (index: number) => void } {
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const place = useRef(0)
  const found = items.findIndex(({ id }) => id === open)
  const index = found === -1 ? Math.min(place.current, items.length - 1) : found
  const shown = items[index]?.id
  useEffect(() => {
    place.current = index
    if (shown !== undefined && shown !== open)
      void navigate({ to: '.', search: { open: shown } as never, replace: true })
  }, [index, shown, open, navigate])
  const go = (next: number) => {
    const id = items[next]?.id
    if (id !== undefined) void navigate({ to: '.', search: { open: id } as never, replace: true })
  }
  return { index, go }
}
