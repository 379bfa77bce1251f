import { getMerchant, updateMerchant } from '@counterfoil/contract/admin/merchants.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Merchant } from '../api/records.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { fieldsLike } from '../form/field-changes.ts'
import { ReadOnly } from '../form/read-only.tsx'
import { useEditor } from '../form/use-editor.ts'
import { notifyDone } from '../kit/notify.ts'
import { BesidePhone } from '../preview/beside-phone.tsx'
import { useCan, useSession } from '../session/use-session.ts'
import { MERCHANT_LABELS, MERCHANT_WORDS as words } from '../words/merchants.ts'
import { DeactivateMerchant } from './deactivate-merchant.tsx'
import { MerchantFields } from './merchant-fields.tsx'
import { MerchantPhone } from './merchant-phone.tsx'
import { NEW_MERCHANT } from './merchant-values.ts'
import { useVouchersOf } from './vouchers-of.ts'

export function MerchantProfile({ merchant }: { merchant: Merchant }) {
  const can = useCan()
  const { role } = useSession()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id } = merchant
  const vouchers = useVouchersOf(id)
  const titleOf = (voucherId: unknown) => {
    const found = vouchers.find((voucher) => voucher.id === voucherId)
    return found ? plainText(found.title) : null
  }
  const editor = useEditor({
    draftKey: `merchant:${id}`,
    body: updateMerchant.body,
    labels: MERCHANT_LABELS,
    stored: fieldsLike(NEW_MERCHANT, merchant),
    version: merchant.version,
    save: (changes, version) =>
      call(updateMerchant, { params: { id }, body: changes, ...(version !== null && { ifMatch: version }) }),
    reload: async () => {
      const theirs = await call(getMerchant, { params: { id } })
      return { stored: fieldsLike(NEW_MERCHANT, theirs), version: theirs.version }
    },
    saved: (saved) => {
      queries.setQueryData([getMerchant.id, { params: { id } }], saved)
      notifyDone(merchant.isActive && !saved.isActive ? deactivated(saved) : words.saved(saved.name))
    },
    fieldOfCode: { slug_taken: 'slug' },
    describe: (name, value) => (name === 'topVoucherId' ? titleOf(value) : null),
  })
  const activate = async ({ id, version }: Merchant) => {
    const saved = await call(updateMerchant, { params: { id }, body: { isActive: true }, ifMatch: version })
    await queries.invalidateQueries()
    notifyDone(words.reactivated(saved.name))
  }
  const deactivated = (saved: Merchant) => ({
    text: words.deactivated(saved.name),
    undo: () => activate(saved),
  })
  const isDeactivated = merchant.isActive && !editor.form.values.isActive
  const submit = async () => {
    if (!isDeactivated) await editor.submit()
    else if (editor.check()) setAsking(true)
  }
  return (
    <BesidePhone phone={<MerchantPhone id={id} values={editor.form.values} />}>
      {can(updateMerchant) ? (
        <>
          <EditorForm editor={{ ...editor, submit }}>
            <MerchantFields editor={editor} id={id} locked={role === 'admin' ? undefined : words.onlyAdmin} />
          </EditorForm>
          {isAsking && (
            <DeactivateMerchant merchant={merchant} confirm={editor.submit} close={() => setAsking(false)} />
          )}
        </>
      ) : (
        <ReadOnly>
          <MerchantFields editor={editor} id={id} locked={words.onlyAdmin} />
        </ReadOnly>
      )}
    </BesidePhone>
  )
}
