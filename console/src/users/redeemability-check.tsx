import { getRedeemability } from '@counterfoil/contract/admin/redeemability.ts'
import { Alert, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ResponseBody } from '../api/call.ts'
import type { User } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Reason } from '../facts/reasons.tsx'
import { Coded } from '../kit/coded.tsx'
import { Empty } from '../kit/empty.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { StatusDot } from '../kit/status-dot.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { REFUSAL_CODE_WORDS, RULE_WORDS } from '../words/refusals.ts'
import { USER_WORDS as words } from '../words/users.ts'
import { VoucherAndOutlet } from './voucher-and-outlet.tsx'

type Redeemability = ResponseBody<typeof getRedeemability>
type Rule = Redeemability['rules'][number]

const route = getRouteApi('/users/$id')

/** Every rule of a redemption for this user, a voucher and an outlet. The choice is in the address. */
export function RedeemabilityCheck({ user }: { user: User }) {
  const { voucherId, outletId } = route.useSearch()
  return (
    <Stack gap="lg">
      <VoucherAndOutlet user={user} voucherId={voucherId} outletId={outletId} />
      {voucherId === undefined ? (
        <Empty>{words.chooseVoucher}</Empty>
      ) : (
        <Rules userId={user.id} voucherId={voucherId} outletId={outletId} />
      )}
    </Stack>
  )
}

function Rules({
  userId,
  voucherId,
  outletId,
}: {
  userId: string
  voucherId: string
  outletId: string | undefined
}) {
  const redeemability = useApiQuery(getRedeemability, {
    params: { id: userId },
    query: { voucherId, ...(outletId && { outletId }) },
  })
  return (
    <Loaded of={redeemability}>
      {(data) => (
        <Stack gap="md">
          <Verdict of={data} />
          <RuleTables rules={data.rules} isBusy={redeemability.isPlaceholderData} />
        </Stack>
      )}
    </Loaded>
  )
}

/** Broken rules come first. All rules are shown on request, in the published order. */
function RuleTables({ rules, isBusy }: { rules: Rule[]; isBusy: boolean }) {
  const table = { columns: COLUMNS, keyOf: ({ code }: Rule) => code, isBusy }
  const broken = rules.filter(({ ok }) => !ok)
  return (
    <>
      {broken.length > 0 && <DataTable label={words.brokenRules} items={broken} {...table} />}
      <details className="folded">
        <summary>{words.allRules(rules.length)}</summary>
        <DataTable label={words.rules} items={rules} {...table} />
      </details>
    </>
  )
}

function Verdict({ of: { redeemable, refusal, outletId, rules } }: { of: Redeemability }) {
  const broken = rules.filter(({ ok }) => !ok)
  const sentence = redeemable
    ? outletId === null
      ? words.canRedeemSomewhere
      : words.canRedeem
    : words.cannotRedeem(refusal === null ? '' : reasonOf(refusal))
  return (
    <Alert color={redeemable ? 'teal' : 'red'} role="status">
      <Text fw={600}>{sentence}</Text>
      {broken.length > 1 && (
        <Text size="sm">
          {words.brokenCount(broken.length)} {words.firstCounts}
        </Text>
      )}
    </Alert>
  )
}

function reasonOf(code: Rule['code']): string {
  const reason = code === 'partner_disabled' ? words.partnerDisabled : REFUSAL_CODE_WORDS[code]
  return reason.charAt(0).toLowerCase() + reason.slice(1)
}

const COLUMNS: Column<Rule>[] = [
  { title: words.rule, cell: ({ code }) => <Coded words={RULE_WORDS[code]} code={code} /> },
  { title: words.result, nowrap: true, cell: (rule) => <Result of={rule} /> },
  { title: words.ruleFacts, cell: ({ facts, sentences }) => <Reason facts={sentences} english={facts} /> },
]

function Result({ of: { ok, checked } }: { of: Rule }) {
  if (!ok) return <StatusDot tone="bad">{`✗ ${words.broken}`}</StatusDot>
  if (!checked) return <StatusDot tone="quiet">{words.notChecked}</StatusDot>
  return <StatusDot tone="good">{`✓ ${words.ok}`}</StatusDot>
}
