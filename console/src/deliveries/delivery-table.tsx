import type { UseQueryResult } from '@tanstack/react-query'
import { Coded } from '../kit/coded.tsx'
import { RecordLink } from '../kit/links.tsx'
import { PartnerName } from '../kit/partner-name.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { type ListPage, PagedTable } from '../list/paged-table.tsx'
import type { ShowSelected } from '../list/selection.ts'
import { useSession } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { formatNumber } from '../time/numbers.ts'
import { EVENT_WORDS, DELIVERY_WORDS as words } from '../words/deliveries.ts'
import { type Delivery, DeliveryState, NextAttempt } from './delivery-state.tsx'
import { RetryButton } from './retry-button.tsx'

/** `isOfOnePartner`: the screen already says whose deliveries these are. */
export function DeliveryTable({
  page,
  isOfOnePartner,
  sorts = [],
  bulk = null,
}: {
  page: UseQueryResult<ListPage<Delivery>>
  isOfOnePartner: boolean
  sorts?: readonly string[]
  bulk?: ShowSelected | null
}) {
  const { partnerId } = useSession()
  const hidesPartner = isOfOnePartner || partnerId !== null
  return (
    <PagedTable
      label={words.title}
      page={page}
      columns={hidesPartner ? COLUMNS : [...COLUMNS.slice(0, 1), PARTNER, ...COLUMNS.slice(1)]}
      empty={words.none}
      sorts={sorts}
      bulk={bulk}
    />
  )
}

const PARTNER: Column<Delivery> = {
  title: words.partner,
  cell: ({ partnerId, partnerName }) => <PartnerName id={partnerId} name={partnerName} />,
}

const COLUMNS: Column<Delivery>[] = [
  {
    title: words.event,
    cell: ({ id, type, eventId }) => (
      <TwoLines
        main={
          <RecordLink to="/deliveries/$id" id={id} name={<Coded words={EVENT_WORDS[type]} code={type} />} />
        }
        below={eventId}
      />
    ),
  },
  { title: words.state, cell: ({ state }) => <DeliveryState state={state} /> },
  {
    title: words.lastResponse,
    nowrap: true,
    cell: ({ lastStatus, attemptCount }) => lastStatus ?? (attemptCount > 0 ? words.noResponse : ''),
  },
  { title: words.attempts, isNumber: true, cell: ({ attemptCount }) => formatNumber(attemptCount) },
  { title: words.nextAttempt, nowrap: true, cell: (delivery) => <NextAttempt {...delivery} /> },
  {
    title: words.created,
    sort: 'createdAt',
    nowrap: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    title: words.actions,
    cell: ({ id, state, attemptCount }) =>
      state === 'FAILED' || (state === 'PENDING' && attemptCount > 0) ? <RetryButton id={id} /> : null,
  },
]
