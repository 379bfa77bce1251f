import type { listRequests } from '@counterfoil/contract/admin/requests.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { ResponseBody } from '../api/call.ts'
import { Reasons } from '../facts/lazy-reasons.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { PartnerName } from '../kit/partner-name.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { type ListPage, PagedTable } from '../list/paged-table.tsx'
import { Moment } from '../time/moment.tsx'
import { REQUEST_WORDS as words } from '../words/requests.ts'

// The words of all codes load with the first failed request.
const CodedError = lazy(async () => ({ default: (await import('./coded-error.tsx')).CodedError }))

type FailedRequest = ResponseBody<typeof listRequests>['items'][number]

/** `isOfOnePartner`: the screen already says whose requests these are. */
export function RequestTable({
  page,
  isOfOnePartner,
  sorts = [],
}: {
  page: UseQueryResult<ListPage<FailedRequest>>
  isOfOnePartner: boolean
  sorts?: readonly string[]
}) {
  return (
    <PagedTable
      label={words.title}
      page={page}
      columns={isOfOnePartner ? COLUMNS : [...COLUMNS.slice(0, 1), PARTNER, ...COLUMNS.slice(1)]}
      empty={words.none}
      sorts={sorts}
    />
  )
}

const PARTNER: Column<FailedRequest> = {
  title: words.partner,
  cell: ({ partnerId, partnerName }) =>
    partnerId === null ? words.noPartner : <PartnerName id={partnerId} name={partnerName ?? partnerId} />,
}

const COLUMNS: Column<FailedRequest>[] = [
  {
    title: words.call,
    cell: ({ id, method, route }) => (
      <TwoLines
        main={
          <AnchorLink to="/requests/$id" params={{ id }} inherit className="wrap">
            <bdi>
              {method} {route}
            </bdi>
          </AnchorLink>
        }
        below={id}
      />
    ),
  },
  {
    title: words.response,
    cell: ({ status, code }) => (
      <TwoLines main={status} below={<Suspense>{code !== null && <CodedError code={code} />}</Suspense>} />
    ),
  },
  { title: words.reason, cell: ({ facts, reason }) => <Reasons facts={facts} english={reason ?? ''} /> },
  { title: words.user, cell: ({ externalUserId }) => <bdi className="wrap">{externalUserId}</bdi> },
  {
    title: words.duration,
    isNumber: true,
    nowrap: true,
    cell: ({ durationMs }) => words.milliseconds(durationMs),
  },
  { title: words.when, sort: 'at', nowrap: true, cell: ({ at }) => <Moment at={at} /> },
]
