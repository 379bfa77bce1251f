import { getMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { createVoucher, getVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { Alert } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import type { Merchant } from '../api/records.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { useEditor } from '../form/use-editor.ts'
import { AnchorLink } from '../kit/links.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { notifyDone } from '../kit/notify.ts'
import { PageHeading } from '../list/page-heading.tsx'
import { BesidePhone } from '../preview/beside-phone.tsx'
import { useSession } from '../session/use-session.ts'
import { VOUCHER_LABELS, VOUCHER_EDITOR_WORDS as words } from '../words/voucher-editor.ts'
import { VoucherFields } from './voucher-fields.tsx'
import { VoucherPhone } from './voucher-phone.tsx'
import { type FullVoucher, NEW_VOUCHER, type VoucherValues, valuesOf } from './voucher-values.ts'

const route = getRouteApi('/merchants/$id/vouchers/new')

/** A draft from nothing, or from another voucher of the merchant. */
export function NewVoucher() {
  const { id } = route.useParams()
  const { from } = route.useSearch()
  const merchant = useApiQuery(getMerchant, { params: { id } })
  return (
    <Loaded of={merchant}>
      {(data) => (
        <>
          <AnchorLink to="/merchants/$id" params={{ id }} size="sm" className="wrap">
            {words.back(data.name)}
          </AnchorLink>
          <PageHeading title={words.create} below={data.name} />
          {from === undefined ? (
            <NewVoucherForm merchant={data} original={null} />
          ) : (
            <Copy merchant={data} from={from} />
          )}
        </>
      )}
    </Loaded>
  )
}

function Copy({ merchant, from }: { merchant: Merchant; from: string }) {
  const original = useApiQuery(getVoucher, { params: { id: from } })
  return <Loaded of={original}>{(data) => <NewVoucherForm merchant={merchant} original={data} />}</Loaded>
}

function NewVoucherForm({ merchant, original }: { merchant: Merchant; original: FullVoucher | null }) {
  const navigate = useNavigate()
  const { role } = useSession()
  const editor = useEditor<VoucherValues, FullVoucher>({
    draftKey: `voucher:new:${merchant.id}:${original?.id ?? ''}`,
    body: createVoucher.body,
    labels: VOUCHER_LABELS,
    // Only admins set a value, so a copy by others has none.
    stored: {
      ...(original === null ? NEW_VOUCHER : valuesOf(original)),
      ...(role !== 'admin' && { redemptionValue: null }),
    },
    version: null,
    save: (values) => call(createVoucher, { params: { id: merchant.id }, body: values as VoucherValues }),
    saved: ({ id, title }) => {
      notifyDone(words.created(plainText(title)))
      void navigate({ to: '/vouchers/$id', params: { id } })
    },
  })
  return (
    <BesidePhone phone={<VoucherPhone values={editor.form.values} merchant={merchant} />}>
      <EditorForm editor={editor} action={words.createAction}>
        {original !== null && <Alert>{words.copyOf(plainText(original.title))}</Alert>}
        <VoucherFields editor={editor} merchant={merchant} wasPublished={false} />
      </EditorForm>
    </BesidePhone>
  )
}
