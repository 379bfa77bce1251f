import { Text } from '@mantine/core'
import type { Answered } from '../api/routes.ts'
import { useAnswer } from '../api/use-answer.ts'
import { FilterField } from '../list/filter-field.tsx'
import { ListHeading } from '../list/list-heading.tsx'
import { useListState } from '../list/list-state.ts'
import { type Column, PagedTable } from '../list/paged-table.tsx'
import { Moment } from '../moment.tsx'
import { StatusDot } from '../status-dot.tsx'
import { TwoLines } from '../two-lines.tsx'

type Partner = Answered<'listPartners'>['items'][number]

const FILTERS = ['q'] as const

const COLUMNS: Column<Partner>[] = [
  {
    title: 'Partner',
    cell: ({ name, displayName, slug }) => (
      <TwoLines main={name} below={name === displayName ? slug : `${slug} · shown as ${displayName}`} />
    ),
  },
  { title: 'Token issuer', cell: ({ jwtIssuer }) => <Text size="sm">{jwtIssuer}</Text> },
  { title: 'Keys', nowrap: true, cell: ({ jwksUrl }) => (jwksUrl === null ? 'Static key' : 'JWKS') },
  { title: 'Scope', nowrap: true, cell: ({ scope }) => describeScope(scope) },
  {
    title: 'State',
    cell: ({ disabled }) =>
      disabled ? <StatusDot tone="bad">Disabled</StatusDot> : <StatusDot tone="good">Enabled</StatusDot>,
  },
  { title: 'Since', nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

export function PartnerList() {
  const state = useListState(FILTERS)
  const page = useAnswer('listPartners', { query: state.query })
  return (
    <>
      <ListHeading title="Partners">
        <FilterField state={state} name="q" label="Search partners" placeholder="Search by name or slug" />
      </ListHeading>
      <PagedTable
        label="Partners"
        page={page}
        state={state}
        columns={COLUMNS}
        empty="No partner has been onboarded yet."
      />
    </>
  )
}

function describeScope(scope: Partner['scope']): string {
  if (scope === null) return 'Everything'
  const parts = [
    count(scope.merchantIds.length, 'merchant', 'merchants'),
    count(scope.categories.length, 'category', 'categories'),
  ]
  return parts.filter((part) => part !== null).join(', ') || 'Nothing'
}

function count(number: number, one: string, many: string): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? one : many}`
}
