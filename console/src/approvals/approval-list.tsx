import { listApprovals } from '@counterfoil/contract/admin/approvals.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Summary } from '../facts/summary.tsx'
import { ActorName } from '../kit/actor-name.tsx'
import { AnchorLink } from '../kit/links.tsx'
import { optionsOf } from '../kit/options-of.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { ChoiceFilter } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { Moment } from '../time/moment.tsx'
import { APPROVAL_KIND_WORDS, APPROVAL_STATE_WORDS, APPROVAL_WORDS as words } from '../words/approvals.ts'
import { ApprovalState } from './approval-state.tsx'
import { TargetLink } from './target-link.tsx'

type Approval = ResponseBody<typeof listApprovals>['items'][number]

const route = getRouteApi('/approvals')

/** The queue: what waits, and what was decided. */
export function ApprovalList() {
  const search = route.useSearch()
  const page = useApiQuery(listApprovals, { query: { ...queryOf(listApprovals, search), count: true } })
  return (
    <>
      <PageHeading title={words.title} below={words.intro} />
      <Group gap="xs" mb="md">
        <ChoiceFilter name="state" label={words.state} choices={optionsOf(APPROVAL_STATE_WORDS)} />
      </Group>
      <PagedTable label={words.title} page={page} columns={COLUMNS} empty={words.none} />
    </>
  )
}

const COLUMNS: Column<Approval>[] = [
  {
    title: words.change,
    cell: (approval) => (
      <TwoLines
        main={
          <AnchorLink to="/approvals/$id" params={{ id: approval.id }} inherit className="wrap">
            {APPROVAL_KIND_WORDS[approval.kind]}
          </AnchorLink>
        }
        below={approval.kind === 'voucher.publish' ? '' : <Summary of={approval} />}
      />
    ),
  },
  { title: words.record, cell: (approval) => <TargetLink of={approval} /> },
  { title: words.by, cell: ({ requestedBy }) => <ActorName of={requestedBy} /> },
  { title: words.when, nowrap: true, cell: ({ requestedAt }) => <Moment at={requestedAt} /> },
  { title: words.state, cell: ({ state }) => <ApprovalState state={state} /> },
]
