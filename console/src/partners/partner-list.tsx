import { createPartner, listPartners } from '@counterfoil/contract/admin/partners.ts'
import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { ButtonLink, RecordLink } from '../kit/links.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { joinItems } from '../time/join-items.ts'
import { Moment } from '../time/moment.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import { PartnerState } from './partner-state.tsx'

type Partner = ResponseBody<typeof listPartners>['items'][number]

const route = getRouteApi('/partners')

const COLUMNS: Column<Partner>[] = [
  {
    title: words.one,
    cell: ({ id, name, displayName, slug }) => (
      <TwoLines
        main={<RecordLink to="/partners/$id" id={id} name={name} />}
        below={name === displayName ? slug : words.shownAs(slug, displayName)}
      />
    ),
  },
  { title: words.issuer, cell: ({ jwtIssuer }) => <Text size="sm">{jwtIssuer}</Text> },
  {
    title: words.keys,
    nowrap: true,
    cell: ({ jwksUrl }) => (jwksUrl === null ? words.staticKey : words.jwks),
  },
  { title: words.scope, nowrap: true, cell: ({ scope }) => describeScope(scope) },
  { title: words.state, nowrap: true, cell: (partner) => <PartnerState partner={partner} /> },
  { title: words.since, nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

export function PartnerList() {
  const page = useApiQuery(listPartners, { query: queryOf(listPartners, route.useSearch()) })
  const can = useCan()
  const create = can(createPartner) ? <ButtonLink to="/partners/new">{words.create}</ButtonLink> : null
  return (
    <>
      <PageHeading title={words.title}>{create}</PageHeading>
      <Group mb="md">
        <FilterField name="q" label={words.search} />
      </Group>
      <PagedTable label={words.title} page={page} columns={COLUMNS} empty={words.none} create={create} />
    </>
  )
}

function describeScope(scope: Partner['scope']): string {
  if (scope === null) return words.everything
  const { merchantIds, categories } = scope
  const parts = [
    ...(merchantIds.length > 0 ? [words.merchants(merchantIds.length)] : []),
    ...(categories.length > 0 ? [words.categories(categories.length)] : []),
  ]
  return joinItems(parts) || words.nothing
}
