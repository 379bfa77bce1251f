import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { listRedemptions } from '@counterfoil/contract/admin/redemptions.ts'
import { listRefusals } from '@counterfoil/contract/admin/refusals.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Redemption, Refusal } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { RecordLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import { customerName } from '../kit/user-link.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { dayInZone } from '../time/day-in-zone.ts'
import { Moment } from '../time/moment.tsx'
import { dayName } from '../time/month.ts'
import { cityOf } from '../time/wall-time.ts'
import { REVIEW_WORDS as words } from '../words/redemptions.ts'
import { REFUSAL_CODE_WORDS, REFUSAL_WORDS } from '../words/refusals.ts'
import { RedemptionState } from './redemption-state.tsx'

type Row = { key: string; at: string; state: ReactNode; title: ReactNode; below: string }
type Of = { userId: string } | { outletId: string }

const LIMIT = 50

/** The other redemptions and refused attempts of the user, and of the outlet, on that day in the merchant's zone. */
export function DayActivity({ redemption }: { redemption: Redemption }) {
  const { id, merchantId, redeemedAt, userId, outletId } = redemption
  const merchant = useApiQuery(getMerchant, { params: { id: merchantId } })
  return (
    <Loaded of={merchant}>
      {({ timezone }) => {
        const { date, from, to } = dayInZone(redeemedAt, timezone)
        const day = { from, to, timezone, label: words.dayIn(dayName(date), cityOf(timezone)), except: id }
        return (
          <Stack gap="xl">
            <Activity title={words.userDay} of={{ userId }} {...day} />
            <Activity title={words.outletDay} of={{ outletId }} {...day} />
          </Stack>
        )
      }}
    </Loaded>
  )
}

function Activity({
  title,
  of,
  from,
  to,
  timezone,
  label,
  except,
}: {
  title: string
  of: Of
  from: string
  to: string
  timezone: string
  label: string
  except: string
}) {
  const query = { ...of, from, to, limit: LIMIT }
  const redemptions = useApiQuery(listRedemptions, { query })
  const refusals = useApiQuery(listRefusals, { query })
  const isOfUser = 'userId' in of
  return (
    <section aria-label={title}>
      <Stack gap="xs">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
        </div>
        <Loaded of={redemptions}>
          {(redeemed) => (
            <Loaded of={refusals}>
              {(refused) => (
                <Rows
                  label={title}
                  timezone={timezone}
                  rows={[
                    ...redeemed.items
                      .filter(({ id }) => id !== except)
                      .map((one) => redeemedRow(one, isOfUser)),
                    ...refused.items.map((one) => refusedRow(one, isOfUser)),
                  ].sort((a, b) => b.at.localeCompare(a.at))}
                  isCut={redeemed.nextCursor !== null || refused.nextCursor !== null}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      </Stack>
    </section>
  )
}

function Rows({
  label,
  rows,
  timezone,
  isCut,
}: {
  label: string
  rows: Row[]
  timezone: string
  isCut: boolean
}) {
  if (rows.length === 0) return <Text size="sm">{words.nothingElse}</Text>
  const columns: Column<Row>[] = [
    {
      title: REFUSAL_WORDS.voucher,
      cell: ({ title, below }) => <TwoLines main={title} below={below} />,
    },
    { title: REFUSAL_WORDS.when, nowrap: true, cell: ({ at }) => <Moment at={at} merchantZone={timezone} /> },
    { title: words.outcome, cell: ({ state }) => state },
  ]
  return (
    <>
      <DataTable label={label} items={rows} columns={columns} keyOf={({ key }) => key} />
      {isCut && <Text size="xs">{words.more}</Text>}
    </>
  )
}

function redeemedRow(redemption: Redemption, isOfUser: boolean): Row {
  const { id, redeemedAt, voucherTitle, outletName } = redemption
  return {
    key: id,
    at: redeemedAt,
    state: <RedemptionState of={redemption} />,
    title: <RecordLink to="/redemptions/$id" id={id} name={plainText(voucherTitle)} />,
    below: isOfUser ? outletName : customerName(redemption),
  }
}

function refusedRow(refusal: Refusal, isOfUser: boolean): Row {
  const { id, at, code, voucherTitle, outletName } = refusal
  return {
    key: id,
    at,
    state: (
      <StatusDot tone="bad" code={code}>
        {REFUSAL_CODE_WORDS[code]}
      </StatusDot>
    ),
    title: voucherTitle === null ? REFUSAL_WORDS.unknownVoucher : plainText(voucherTitle),
    below: isOfUser ? (outletName ?? REFUSAL_WORDS.unknownOutlet) : customerName(refusal),
  }
}
