import { createVoucher, listVouchers, publishVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Merchant } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { ButtonLink, RecordLink } from '../kit/links.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { useListSearch } from '../list/list-search.ts'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { formatNumber } from '../time/numbers.ts'
import { VOUCHER_EDITOR_WORDS } from '../words/voucher-editor.ts'
import { CYCLE_WORDS, VOUCHER_WORDS as words } from '../words/vouchers.ts'
import { Publication } from './publication.tsx'
import { ScheduleNote } from './schedule-note.tsx'
import { VoucherStatus } from './voucher-status.tsx'
import type { FullVoucher as Voucher } from './voucher-values.ts'

export function VoucherList({ merchant }: { merchant: Merchant }) {
  const { search } = useListSearch()
  const page = useApiQuery(listVouchers, {
    params: { id: merchant.id },
    query: queryOf(listVouchers, search),
  })
  const [chosen, setChosen] = useState<Voucher | null>(null)
  const can = useCan()
  const columns = [...columnsIn(merchant.timezone), ...(can(publishVoucher) ? [actionColumn(setChosen)] : [])]
  const create = can(createVoucher) ? (
    <ButtonLink to="/merchants/$id/vouchers/new" params={{ id: merchant.id }}>
      {VOUCHER_EDITOR_WORDS.create}
    </ButtonLink>
  ) : null
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <FilterField name="q" label={words.search} />
        {create}
      </Group>
      <PagedTable label={words.title} page={page} columns={columns} empty={words.none} />
      {chosen && <Publication voucher={chosen} merchantName={merchant.name} close={() => setChosen(null)} />}
    </Stack>
  )
}

function columnsIn(timezone: string): Column<Voucher>[] {
  return [
    {
      title: words.one,
      cell: (voucher) => (
        <TwoLines
          main={
            <RecordLink to="/vouchers/$id" id={voucher.id} name={<MarkedTitle title={voucher.title} />} />
          }
          below={describe(voucher)}
        />
      ),
    },
    {
      title: words.perUser,
      nowrap: true,
      cell: ({ redemptionCount, cycle }) => `${redemptionCount} ${CYCLE_WORDS[cycle]}`,
    },
    {
      title: words.cap,
      nowrap: true,
      cell: ({ globalRedemptionCap }) =>
        globalRedemptionCap === null ? words.noCap : formatNumber(globalRedemptionCap),
    },
    {
      title: words.validUntil,
      nowrap: true,
      cell: ({ validUntil }) =>
        validUntil === null ? words.noEnd : <Moment at={validUntil} merchantZone={timezone} />,
    },
    {
      title: words.state,
      cell: (voucher) => (
        <>
          <VoucherStatus status={voucher.status} />
          <ScheduleNote of={voucher} timezone={timezone} />
        </>
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
