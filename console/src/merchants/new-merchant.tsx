import { createMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { useEditor } from '../form/use-editor.ts'
import { BackLink } from '../kit/links.tsx'
import { notifyDone } from '../kit/notify.ts'
import { PageHeading } from '../list/page-heading.tsx'
import { BesidePhone } from '../preview/beside-phone.tsx'
import { MERCHANT_LABELS, MERCHANT_WORDS as words } from '../words/merchants.ts'
import { MerchantFields } from './merchant-fields.tsx'
import { NewMerchantPhone } from './merchant-phone.tsx'
import { type MerchantValues, NEW_MERCHANT } from './merchant-values.ts'

export function NewMerchant() {
  const navigate = useNavigate()
  const editor = useEditor({
    draftKey: 'merchant:new',
    body: createMerchant.body,
    labels: MERCHANT_LABELS,
    stored: NEW_MERCHANT,
    version: null,
    save: (values) => call(createMerchant, { body: values as MerchantValues }),
    saved: ({ id, name }) => {
      notifyDone(words.created(name))
      void navigate({ to: '/merchants/$id', params: { id } })
    },
    fieldOfCode: { slug_taken: 'slug' },
  })
  return (
    <>
      <BackLink to="/merchants">{words.back}</BackLink>
      <PageHeading title={words.createTitle} />
      <BesidePhone phone={<NewMerchantPhone values={editor.form.values} />}>
        <EditorForm editor={editor} action={words.createAction}>
          <MerchantFields editor={editor} />
        </EditorForm>
      </BesidePhone>
    </>
  )
}
