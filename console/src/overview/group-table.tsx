import { exportStats, GROUPINGS, type getStats } from '@counterfoil/contract/admin/stats.ts'
import type { Input } from '@counterfoil/contract/define-route.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Group, Paper, Progress, SegmentedControl, Table, Text, Title, UnstyledButton } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressOf, type ResponseBody } from '../api/call.ts'
import { AnchorLink } from '../kit/links.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { useListSearch } from '../list/list-search.ts'
import { useOnlyMerchant, useSession } from '../session/use-session.ts'
import { formatNumber } from '../time/numbers.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'
import { Change } from './change.tsx'
import { COLUMNS, type ColumnName, type StatsGroup, sortGroups } from './sort-groups.ts'
import { isKept, type StatsFilters } from './stats-filters.ts'

export type Grouping = (typeof GROUPINGS)[number]

type Stats = ResponseBody<typeof getStats>

/** The stats of each outlet, voucher, merchant, partner or category, with a bar, beside the period before. */
export function GroupTable({
  stats,
  grouping,
  filters,
  query,
}: {
  stats: Stats
  grouping: Grouping
  filters: StatsFilters
  /** The query of the CSV with all groups. */
  query: Input<typeof exportStats>['query']
}) {
  const isOfOneMerchant = useOnlyMerchant() !== null
  const { partnerId } = useSession()
  const isSingle: Partial<Record<Grouping, boolean>> = {
    merchant: isOfOneMerchant,
    category: isOfOneMerchant,
    partner: partnerId !== null,
  }
  const { search, setFilter } = useListSearch()
  const sort = COLUMNS.find((name) => name === search.sort) ?? 'redemptions'
  const max = Math.max(1, ...stats.groups.map(({ redemptions }) => redemptions))
  const choices = GROUPINGS.filter((one) => !isSingle[one])
  return (
    <Paper withBorder p="md" component="section" aria-label={words.byGroup(words.groupings[grouping])}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h5">
          {words.byGroup(words.groupings[grouping])}
        </Title>
        <Group gap="xs" maw="100%">
          <SegmentedControl
            size="xs"
            style={{ flexWrap: 'wrap' }}
            aria-label={words.groupBy}
            value={grouping}
            onChange={(next) => setFilter('groupBy', next)}
            data={choices.map((value) => ({ value, label: words.groupings[value] }))}
          />
          <ExportButton address={addressOf(exportStats, { query })} />
        </Group>
      </Group>
      {stats.groups.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.nothing}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="scroll group-table" aria-label={words.table} tabIndex={0}>
          <Table className="rows">
            <Head sort={sort} choose={(column) => setFilter('sort', column)} />
            <tbody>
              {sortGroups(stats.groups, sort).map((group) => (
                <Row key={group.id} group={group} max={max} links={linksOf(grouping, group, filters)}>
                  {plainText(group.name)}
                </Row>
              ))}
              {stats.others && stats.others.redemptions + stats.others.refused > 0 && (
                <Row group={stats.others} max={max} links={{}}>
                  {words.others(stats.others.groups)}
                </Row>
              )}
            </tbody>
          </Table>
        </section>
      )}
    </Paper>
  )
}

/** The heading of a column sorts by it. */
function Head({ sort, choose }: { sort: ColumnName; choose: (column: ColumnName) => void }) {
  return (
    <thead>
      <tr>
        {COLUMNS.map((column) => (
          <th
            key={column}
            scope="col"
            className={column === 'name' ? 'nowrap' : 'nowrap number'}
            aria-sort={column !== sort ? 'none' : column === 'name' ? 'ascending' : 'descending'}
          >
            <UnstyledButton className="sort" onClick={() => choose(column)}>
              {words.columns[column]}
              <span aria-hidden="true">{column === sort ? (column === 'name' ? ' ↑' : ' ↓') : ''}</span>
            </UnstyledButton>
          </th>
        ))}
      </tr>
    </thead>
  )
}

type Links = { redemptions?: LinkProps; claims?: LinkProps; flagged?: LinkProps; refused?: LinkProps | null }

function Row({
  group,
  max,
  links,
  children,
}: {
  group: Pick<StatsGroup, 'claims' | 'redemptions' | 'flagged' | 'refused' | 'previous'> & {
    merchantName?: string | null
  }
  max: number
  links: Links
  children: ReactNode
}) {
  const { previous } = group
  return (
    <tr>
      <td>
        <Text size="sm">{children}</Text>
        {group.merchantName && (
          <Text size="xs" c="dimmed">
            {group.merchantName}
          </Text>
        )}
        <Progress value={Math.min(100, (group.redemptions / max) * 100)} size="sm" aria-hidden="true" />
      </td>
      <Cell value={group.redemptions} to={links.redemptions} />
      <Cell value={previous?.redemptions ?? null} />
      <td className="nowrap number">
        <Change now={group.redemptions} before={previous?.redemptions} />
      </td>
      <Cell value={group.claims} to={links.claims} />
      <Cell value={group.flagged} to={links.flagged} />
      <Cell value={group.refused} to={links.refused} />
    </tr>
  )
}

/** A number that leads to the records that it counts. */
function Cell({ value, to }: { value: number | null; to?: LinkProps | null | undefined }) {
  return (
    <td className="nowrap number">
      {value === null ? (
        '–'
      ) : to && value > 0 ? (
        <AnchorLink inherit {...to}>
          {formatNumber(value)}
        </AnchorLink>
      ) : (
        formatNumber(value)
      )}
    </td>
  )
}

function linksOf(grouping: Grouping, { id }: StatsGroup, filters: StatsFilters): Links {
  const search = { ...filters, [grouping === 'category' ? 'category' : `${grouping}Id`]: id }
  return {
    redemptions: { to: '/redemptions', search: { ...search, voided: false } },
    claims: { to: '/claims', search },
    flagged: { to: '/redemptions', search: { ...search, voided: false, status: 'FLAGGED' } },
    refused: isKept(filters) ? { to: '/refusals', search } : null,
  }
}
