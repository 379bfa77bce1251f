import type { getMerchant } from '@counterfoil/contract/admin-merchants.ts'
import { listVouchers, publishVoucher } from '@counterfoil/contract/admin-vouchers.ts'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Answered } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { useListSearch } from '../list/list-search.ts'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { CYCLE_WORDS, VOUCHER_STATUS_WORDS, VOUCHER_WORDS as words } from '../words/vouchers.ts'
import { Publication, type Voucher } from './publication.tsx'

export function VoucherList({ merchant }: { merchant: Answered<typeof getMerchant> }) {
  const { search } = useListSearch()
  const page = useAnswer(listVouchers, { params: { id: merchant.id }, query: queryOf(listVouchers, search) })
  const [chosen, setChosen] = useState<Voucher | null>(null)
  const can = useCan()
  const columns = [...columnsIn(merchant.timezone), ...(can(publishVoucher) ? [actionColumn(setChosen)] : [])]
  return (
    <Stack gap="md">
      <FilterField name="q" label={words.search} />
      <PagedTable label={words.title} page={page} columns={columns} empty={words.none} />
      {chosen && <Publication voucher={chosen} merchantName={merchant.name} close={() => setChosen(null)} />}
    </Stack>
  )
}

function columnsIn(timezone: string): Column<Voucher>[] {
  return [
    {
      title: words.one,
      cell: (voucher) => <TwoLines main={<MarkedTitle title={voucher.title} />} below={describe(voucher)} />,
    },
    {
      title: words.perUser,
      nowrap: true,
      cell: ({ redemptionCount, cycle }) => `${redemptionCount} ${CYCLE_WORDS[cycle]}`,
    },
    {
      title: words.cap,
      nowrap: true,
      cell: ({ globalRedemptionCap }) => globalRedemptionCap?.toLocaleString() ?? words.noCap,
    },
    {
      title: words.validUntil,
      nowrap: true,
      cell: ({ validUntil }) =>
        validUntil === null ? words.noEnd : <Moment at={validUntil} merchantZone={timezone} />,
    },
    {
      title: words.state,
      cell: ({ status }) => (
        <StatusDot tone={status === 'PUBLISHED' ? 'good' : 'quiet'}>{VOUCHER_STATUS_WORDS[status]}</StatusDot>
      ),
    },
  ]
}

function actionColumn(act: (voucher: Voucher) => void): Column<Voucher> {
  return {
    title: words.action,
    cell: (voucher) => (
      <Button size="xs" variant="default" onClick={() => act(voucher)}>
        {voucher.status === 'PUBLISHED' ? words.unpublish : words.publish}
      </Button>
    ),
  }
}

function describe({ claimFlow, codeSource, favoritesOnly }: Voucher): string {
  return [
    claimFlow === 'WALLET' ? words.claimFirst : words.noClaim,
    codeSource === 'NONE'
      ? words.noCode
      : codeSource === 'MANUAL'
        ? words.uploadedCodes
        : words.generatedCodes,
    ...(favoritesOnly ? [words.favoritesOnly] : []),
  ].join(' · ')
}
