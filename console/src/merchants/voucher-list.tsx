import { Alert, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../api/use-answer.ts'
import { FilterField } from '../list/filter-field.tsx'
import { useListState } from '../list/list-state.ts'
import { type Column, PagedTable } from '../list/paged-table.tsx'
import { MarkedTitle } from '../marked-title.tsx'
import { Moment } from '../moment.tsx'
import { StatusDot } from '../status-dot.tsx'
import { TwoLines } from '../two-lines.tsx'
import { PublicationModal, type Voucher } from './publication-modal.tsx'

const FILTERS = ['q'] as const
const CYCLES: Record<Voucher['cycle'], string> = {
  ONE_TIME: 'in total',
  MONTHLY: 'a month',
  BIWEEKLY: 'a fortnight',
}

function columns(act: (voucher: Voucher) => void): Column<Voucher>[] {
  return [
    {
      title: 'Voucher',
      cell: (voucher) => <TwoLines main={<MarkedTitle title={voucher.title} />} below={describe(voucher)} />,
    },
    {
      title: 'Per user',
      nowrap: true,
      cell: ({ redemptionCount, cycle }) => `${redemptionCount} ${CYCLES[cycle]}`,
    },
    {
      title: 'Cap',
      nowrap: true,
      cell: ({ globalRedemptionCap }) => globalRedemptionCap?.toLocaleString() ?? 'None',
    },
    {
      title: 'Valid until',
      nowrap: true,
      cell: ({ validUntil }) => (validUntil === null ? 'No end' : <Moment at={validUntil} />),
    },
    { title: 'State', cell: ({ status }) => <VoucherDot status={status} /> },
    {
      title: 'Action',
      cell: (voucher) => (
        <Button size="xs" variant="default" onClick={() => act(voucher)}>
          {voucher.status === 'PUBLISHED' ? 'Unpublish' : 'Publish'}
        </Button>
      ),
    },
  ]
}

export function VoucherList({ merchantId, merchantName }: { merchantId: string; merchantName: string }) {
  const state = useListState(FILTERS)
  const page = useAnswer('listVouchers', { params: { id: merchantId }, query: state.query })
  const [chosen, setChosen] = useState<Voucher | null>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  return (
    <Stack gap="md">
      <div role="status" className="outcome">
        {outcome !== null && (
          <Alert
            variant="light"
            color="teal"
            withCloseButton
            closeButtonLabel="Dismiss"
            onClose={() => setOutcome(null)}
          >
            {outcome}
          </Alert>
        )}
      </div>
      <FilterField state={state} name="q" label="Search vouchers" placeholder="Search vouchers" />
      <PagedTable
        label="Vouchers"
        page={page}
        state={state}
        columns={columns(setChosen)}
        empty="This merchant has no voucher yet."
      />
      {chosen && (
        <PublicationModal
          voucher={chosen}
          merchantName={merchantName}
          close={(said) => {
            setChosen(null)
            if (said !== null) setOutcome(said)
          }}
        />
      )}
    </Stack>
  )
}

function describe({ claimFlow, codeSource, favoritesOnly }: Voucher): string {
  return [
    claimFlow === 'WALLET' ? 'Claim first' : 'No claim needed',
    codeSource === 'NONE' ? 'no code' : codeSource === 'MANUAL' ? 'uploaded codes' : 'generated codes',
    ...(favoritesOnly ? ['for favorites only'] : []),
  ].join(' · ')
}

function VoucherDot({ status }: { status: Voucher['status'] }) {
  if (status === 'PUBLISHED') return <StatusDot tone="good">Published</StatusDot>
  return <StatusDot tone="quiet">{status === 'DRAFT' ? 'Draft' : 'Unpublished'}</StatusDot>
}
