import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { getTimeline } from '@counterfoil/contract/admin/timeline.ts'
import type { EventType } from '@counterfoil/contract/events.ts'
import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Reason } from '../facts/reasons.tsx'
import { Coded } from '../kit/coded.tsx'
import { Empty } from '../kit/empty.tsx'
import { AnchorLink, RecordLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { Pager } from '../list/paged-table.tsx'
import { MerchantMoment } from '../merchants/merchant-moment.tsx'
import { RequestLink } from '../requests/request-link.tsx'
import { useCan } from '../session/use-session.ts'
import { EVENT_WORDS } from '../words/deliveries.ts'
import { REFUSAL_WORDS } from '../words/refusals.ts'
import { TIMELINE_WORDS, USER_WORDS as words } from '../words/users.ts'

type Entry = ResponseBody<typeof getTimeline>['items'][number]

const route = getRouteApi('/users/$id')

/** Everything that happened to a user, newest first, with links to the records. */
export function UserTimeline({ userId }: { userId: string }) {
  const { cursor } = route.useSearch()
  const can = useCan()
  const page = useApiQuery(getTimeline, { params: { id: userId }, query: { ...(cursor && { cursor }) } })
  const columns = columnsFor(userId, can(getMerchant))
  return (
    <Loaded of={page}>
      {({ items, nextCursor }) =>
        items.length === 0 ? (
          <Empty>{words.nothingHappened}</Empty>
        ) : (
          <Stack gap="md">
            <DataTable
              label={words.timeline}
              items={items}
              columns={columns}
              // A redemption and its void have the same id.
              keyOf={({ type, id }) => `${type} ${id}`}
              isBusy={page.isPlaceholderData}
            />
            <Pager nextCursor={nextCursor} />
          </Stack>
        )
      }
    </Loaded>
  )
}

function columnsFor(userId: string, mayOpenMerchants: boolean): Column<Entry>[] {
  return [
    {
      title: words.whatAndWhen,
      cell: (entry) => (
        <TwoLines
          main={<StatusDot tone={toneOf(entry)}>{TIMELINE_WORDS[entry.type]}</StatusDot>}
          below={<MerchantMoment at={entry.at} merchantId={entry.merchantId} />}
        />
      ),
    },
    {
      title: words.details,
      cell: (entry) => (
        <div className="wrap">
          <TwoLines main={titleOf(entry, mayOpenMerchants)} below={belowOf(entry, userId)} />
        </div>
      ),
    },
  ]
}

function toneOf({ type, deliveryState }: Entry): 'good' | 'quiet' | 'bad' {
  if (type === 'refusal' || deliveryState === 'FAILED') return 'bad'
  return type === 'redemption' || type === 'claim' ? 'good' : 'quiet'
}

function titleOf({ type, id, title, merchantId }: Entry, mayOpenMerchants: boolean): ReactNode {
  // The merchant is that of the voucher, if there is such a voucher.
  if (type === 'refusal' && merchantId === null) return REFUSAL_WORDS.unknownVoucher
  if (type === 'delivery') return <Coded words={EVENT_WORDS[title as EventType]} code={title} />
  if (type === 'redemption' || type === 'void')
    return <RecordLink to="/redemptions/$id" id={id} name={title} />
  if (merchantId === null || !mayOpenMerchants || type === 'refusal') return title
  return <RecordLink to="/merchants/$id" id={merchantId} name={title} />
}

/** After a refusal, the next question is whether it would be refused again. */
function belowOf(entry: Entry, id: string): ReactNode {
  const { type, facts, description, voucherId, outletId, requestId } = entry
  const happened = <Reason facts={facts} english={description} />
  if (type !== 'refusal' || voucherId === null) return happened
  const search = { tab: 'redeemability', voucherId, ...(outletId && { outletId }) }
  return (
    <>
      {happened}{' '}
      <AnchorLink to="/users/$id" params={{ id }} search={search} inherit underline="always">
        {words.checkNow}
      </AnchorLink>{' '}
      <RequestLink id={requestId} />
    </>
  )
}
