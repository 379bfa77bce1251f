import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import {
  createVoucher,
  getVoucher,
  publishVoucher,
  updateVoucher,
} from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Merchant } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { PendingRequests } from '../approvals/pending-requests.tsx'
import { EditorForm } from '../form/editor-form.tsx'
import { ReadOnly } from '../form/read-only.tsx'
import type { Editor } from '../form/use-editor.ts'
import { RecordHistory } from '../history/lazy-history.ts'
import { AnchorLink, ButtonLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { MarkedTitle } from '../kit/marked-title.tsx'
import { ReasonButton } from '../kit/reason-button.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PageTabs } from '../list/page-tabs.tsx'
import { BesidePhone } from '../preview/beside-phone.tsx'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { HISTORY_WORDS } from '../words/history.ts'
import { SCHEDULE_WORDS } from '../words/schedule.ts'
import { VOUCHER_EDITOR_WORDS as words } from '../words/voucher-editor.ts'
import { VOUCHER_WORDS } from '../words/vouchers.ts'
import { ScheduleNote } from './schedule-note.tsx'
import { useVoucherEditor } from './use-voucher-editor.ts'
import { VoucherFields } from './voucher-fields.tsx'
import { VoucherPhone } from './voucher-phone.tsx'
import { VoucherStatus } from './voucher-status.tsx'
import type { FullVoucher, VoucherValues } from './voucher-values.ts'

const route = getRouteApi('/vouchers/$id')

// Few visits need these, and without them the page opens faster.
const CodePool = lazy(async () => ({ default: (await import('./code-pool.tsx')).CodePool }))
const ScheduleForm = lazy(async () => ({ default: (await import('./schedule-form.tsx')).ScheduleForm }))
const Publication = lazy(async () => ({ default: (await import('./publication.tsx')).Publication }))

type Parts = { voucher: FullVoucher; merchant: Merchant; editor: Editor<VoucherValues> }

export function VoucherPage() {
  const { id } = route.useParams()
  const voucher = useApiQuery(getVoucher, { params: { id } })
  return <Loaded of={voucher}>{(data) => <OfMerchant key={data.id} voucher={data} />}</Loaded>
}

function OfMerchant({ voucher }: { voucher: FullVoucher }) {
  const merchant = useApiQuery(getMerchant, { params: { id: voucher.merchantId } })
  return <Loaded of={merchant}>{(data) => <Voucher voucher={voucher} merchant={data} />}</Loaded>
}

function Voucher({ voucher, merchant }: Omit<Parts, 'editor'>) {
  const editor = useVoucherEditor(voucher)
  const parts = { voucher, merchant, editor }
  return (
    <>
      <AnchorLink to="/merchants/$id" params={{ id: merchant.id }} size="sm" lineClamp={1}>
        {words.back(merchant.name)}
      </AnchorLink>
      <PageHeading title={<MarkedTitle title={voucher.title} />} below={<State {...parts} />}>
        <Actions {...parts} />
      </PageHeading>
      <PendingRequests target={`voucher:${voucher.id}`} />
      <VoucherTabs {...parts} />
    </>
  )
}

function State({ voucher, merchant: { timezone } }: Parts) {
  const { status, publishedAt } = voucher
  return (
    <Group gap="sm">
      <VoucherStatus status={status} />
      <span>
        {publishedAt === null ? (
          words.neverPublished
        ) : (
          <>
            {words.publishedSince} <Moment at={publishedAt} merchantZone={timezone} />
          </>
        )}
      </span>
      <ScheduleNote of={voucher} timezone={timezone} />
      {publishedAt !== null && <Uses voucher={voucher} />}
    </Group>
  )
}

function Uses({ voucher: { id, merchantId, claimFlow } }: { voucher: FullVoucher }) {
  const search = { merchantId, voucherId: id }
  return (
    <>
      <AnchorLink to="/redemptions" search={search} inherit>
        {words.redemptions}
      </AnchorLink>
      {claimFlow === 'WALLET' && (
        <AnchorLink to="/claims" search={search} inherit>
          {words.claims}
        </AnchorLink>
      )}
    </>
  )
}

/** A publication is about what is stored, so unsaved changes come first. */
function Actions({ voucher, merchant, editor }: Parts) {
  const can = useCan()
  const [isAsking, setAsking] = useState(false)
  const isLive = voucher.status === 'PUBLISHED'
  return (
    <>
      {can(createVoucher) && (
        <ButtonLink
          to="/merchants/$id/vouchers/new"
          params={{ id: merchant.id }}
          search={{ from: voucher.id }}
          variant="default"
        >
          {words.duplicate}
        </ButtonLink>
      )}
      {can(publishVoucher) && (
        <ReasonButton
          variant={isLive ? 'default' : 'filled'}
          reason={editor.isDirty ? words.saveFirst : null}
          onClick={() => setAsking(true)}
        >
          {isLive ? VOUCHER_WORDS.unpublish : VOUCHER_WORDS.publish}
        </ReasonButton>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <Publication voucher={voucher} merchantName={merchant.name} close={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

function VoucherTabs(parts: Parts) {
  const { voucher, merchant } = parts
  const codes = { name: 'codes', title: words.codes, content: <CodePool voucher={voucher} /> }
  return (
    <PageTabs
      label={words.parts(plainText(voucher.title))}
      tabs={[
        { name: 'details', title: words.details, content: <Details {...parts} /> },
        ...(voucher.codeSource === 'MANUAL' ? [codes] : []),
        {
          name: 'schedule',
          title: SCHEDULE_WORDS.title,
          content: <ScheduleForm voucher={voucher} merchant={merchant} />,
        },
        {
          name: 'history',
          title: HISTORY_WORDS.title,
          content: <RecordHistory target={`voucher:${voucher.id}`} />,
        },
      ]}
    />
  )
}

function Details({ voucher, merchant, editor }: Parts) {
  const can = useCan()
  const fields = (
    <VoucherFields editor={editor} merchant={merchant} wasPublished={voucher.publishedAt !== null} />
  )
  return (
    <BesidePhone phone={<VoucherPhone id={voucher.id} values={editor.form.values} merchant={merchant} />}>
      {can(updateVoucher) ? <EditorForm editor={editor}>{fields}</EditorForm> : <ReadOnly>{fields}</ReadOnly>}
    </BesidePhone>
  )
}
