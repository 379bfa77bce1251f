import { listBulk } from '@counterfoil/contract/admin/bulk-jobs.ts'
import { getRouteApi } from '@tanstack/react-router'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { AnchorLink } from '../kit/links.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import type { Column } from '../list/data-table.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { Moment } from '../time/moment.tsx'
import { formatNumber } from '../time/numbers.ts'
import { BULK_STATE_WORDS, BULK_VERBS, BULK_WORDS as words } from '../words/bulk.ts'

type Job = ResponseBody<typeof listBulk>['items'][number]

const route = getRouteApi('/bulk')

export function BulkList() {
  const page = useApiQuery(listBulk, { query: queryOf(listBulk, route.useSearch()) })
  return (
    <>
      <PageHeading title={words.title} below={words.below} />
      <PagedTable label={words.title} page={page} columns={COLUMNS} empty={words.none} />
    </>
  )
}

const TONES = { RUNNING: 'quiet', DONE: 'good', CANCELLED: 'quiet', FAILED: 'bad' } as const

export function JobState({ state }: Pick<Job, 'state'>) {
  return <StatusDot tone={TONES[state]}>{BULK_STATE_WORDS[state]}</StatusDot>
}

const COLUMNS: Column<Job>[] = [
  {
    title: words.job,
    cell: ({ id, action, reviewOutcome }) => (
      <AnchorLink to="/bulk/$id" params={{ id }} inherit>
        {BULK_VERBS[reviewOutcome ?? action]}
      </AnchorLink>
    ),
  },
  { title: words.state, cell: ({ state }) => <JobState state={state} /> },
  { title: words.when, nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { title: words.total, isNumber: true, cell: ({ total }) => formatNumber(total) },
  { title: words.succeeded, isNumber: true, cell: ({ succeeded }) => formatNumber(succeeded) },
  { title: words.refused, isNumber: true, cell: ({ refused }) => formatNumber(refused) },
  { title: words.failed, isNumber: true, cell: ({ failed }) => formatNumber(failed) },
  { title: words.cancelled, isNumber: true, cell: ({ cancelled }) => formatNumber(cancelled) },
]
