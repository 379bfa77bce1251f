import type { getStats } from '@counterfoil/contract/admin/stats.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Paper, Text, Title } from '@mantine/core'
import type { ResponseBody } from '../api/call.ts'
import { AnchorLink } from '../kit/links.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { formatNumber } from '../time/numbers.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'

type Pool = ResponseBody<typeof getStats>['lowPools'][number]

const COLUMNS: Column<Pool>[] = [
  {
    title: words.voucher,
    cell: ({ merchantId, voucherTitle }) => (
      <AnchorLink to="/merchants/$id" params={{ id: merchantId }} size="sm">
        <bdi>{plainText(voucherTitle)}</bdi>
      </AnchorLink>
    ),
  },
  { title: words.left, isNumber: true, cell: ({ available }) => formatNumber(available) },
  { title: words.total, isNumber: true, cell: ({ total }) => formatNumber(total) },
]

export function LowPools({ pools }: { pools: Pool[] }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={words.lowPools}>
      <Title order={2} size="h5" mb="sm">
        {words.lowPools}
      </Title>
      <DataTable
        label={words.lowPools}
        items={pools}
        columns={COLUMNS}
        keyOf={({ voucherId }) => voucherId}
        empty={
          <Text size="sm" c="dimmed">
            {words.noLowPools}
          </Text>
        }
      />
    </Paper>
  )
}
