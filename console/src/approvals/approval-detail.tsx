import { getApproval } from '@counterfoil/contract/admin/approvals.ts'
import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import type { ChangeInWords } from '@counterfoil/contract/words/describe-facts.ts'
import { Alert, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { describeIn } from '../facts/describe.ts'
import { ActorName } from '../kit/actor-name.tsx'
import { type Fact, Facts } from '../kit/facts.tsx'
import { BackLink, RecordLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Panel } from '../kit/panel.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { Moment } from '../time/moment.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { APPROVAL_KIND_WORDS, APPROVAL_WORDS as words } from '../words/approvals.ts'
import { ACTOR_WORDS } from '../words/audit.ts'
import { ApprovalState } from './approval-state.tsx'
import { Decision } from './decision.tsx'
import { TargetLink } from './target-link.tsx'

type Approval = ResponseBody<typeof getApproval>

const route = getRouteApi('/approvals/$id')

/** One request: what it changes, who wants it, and the decision. */
export function ApprovalDetail() {
  const { id } = route.useParams()
  return (
    <>
      <BackLink to="/approvals">{words.back}</BackLink>
      <Loaded of={useApiQuery(getApproval, { params: { id } })}>
        {(approval) => <Shown approval={approval} />}
      </Loaded>
    </>
  )
}

function Shown({ approval }: { approval: Approval }) {
  const { kind, state, recordChanged, isEmergency } = approval
  const { changes } = describeIn(useTimeZone())(approval)
  const isPending = state === 'PENDING'
  return (
    <>
      <PageHeading title={APPROVAL_KIND_WORDS[kind]} below={<ApprovalState state={state} />} />
      <Stack gap="md">
        {recordChanged && <Alert color="orange">{words.recordChanged}</Alert>}
        {isEmergency && <Alert color="red">{words.emergency}</Alert>}
        <Facts label={words.facts} of={factsOf(approval)} />
        <Panel title={kind === 'voucher.publish' ? words.terms : words.changes}>
          <DataTable
            label={kind === 'voucher.publish' ? words.terms : words.changes}
            items={changes}
            columns={kind === 'voucher.publish' ? TERMS : columnsOf(isPending)}
            keyOf={({ field }) => field}
          />
        </Panel>
        {isPending && <Decision approval={approval} />}
      </Stack>
    </>
  )
}

function factsOf(approval: Approval): Fact[] {
  const { requestedBy, requestedAt, expiresAt, decidedBy, decidedAt, note, state } = approval
  const { merchantId, target } = approval
  const isOfMerchant = target.startsWith('merchant:')
  const actor = (person: Approval['requestedBy']) => (
    <>
      <ActorName of={person} /> ({ACTOR_WORDS[person.kind]})
    </>
  )
  const end = { name: words.expires, value: <Moment at={expiresAt} /> }
  return [
    { name: words.record, value: <TargetLink of={approval} /> },
    ...(merchantId !== null && !isOfMerchant
      ? [{ name: words.merchant, value: <MerchantName id={merchantId} /> }]
      : []),
    { name: words.by, value: actor(requestedBy) },
    { name: words.when, value: <Moment at={requestedAt} /> },
    ...(state === 'PENDING' ? [end] : []),
    ...(decidedBy && decidedAt ? [decision(actor(decidedBy), decidedAt)] : []),
    ...(note === null ? [] : [{ name: words.note, value: note }]),
  ]
}

function MerchantName({ id }: { id: string }) {
  const { data } = useApiQuery(getMerchant, { params: { id } })
  return <RecordLink to="/merchants/$id" id={id} name={data?.name ?? id} className="wrap" />
}

function decision(name: ReactNode, at: string): Fact {
  return {
    name: words.decidedBy,
    value: (
      <>
        {name} · <Moment at={at} />
      </>
    ),
  }
}

/** A publication changes no field: these are the terms that users will see. */
const TERMS: Column<ChangeInWords>[] = [
  { title: words.field, cell: ({ field }) => field },
  { title: words.value, cell: ({ to }) => <strong>{to ?? words.notShown}</strong> },
]

function columnsOf(isPending: boolean): Column<ChangeInWords>[] {
  const shown = (value: string | null, other: string | null) =>
    value ?? (other === null ? words.notShown : words.nothing)
  return [
    { title: words.field, cell: ({ field }) => field },
    { title: isPending ? words.from : words.fromDecided, cell: ({ from, to }) => shown(from, to) },
    {
      title: isPending ? words.to : words.toDecided,
      cell: ({ from, to }) => <strong>{shown(to, from)}</strong>,
    },
  ]
}
