import { ROLES, type Role } from '@counterfoil/contract/define-route.ts'
import { ChoiceField } from '../form/fields.tsx'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { MerchantSelect, PartnerSelect } from '../kit/record-select.tsx'
import { ROLE_WORDS } from '../words/roles.ts'
import { ROLE_HINTS, STAFF_WORDS as words } from '../words/staff.ts'

export type AccessValues = { role: string; merchantId: string | null; partnerId: string | null }

/** A role, and the merchant or partner that it is limited to. */
export function AccessFields<V extends AccessValues>({ editor }: { editor: Editor<V> }) {
  const { role } = editor.form.values
  const propsOf = (name: 'merchantId' | 'partnerId') => ({
    label: editor.labels[name],
    value: editor.form.values[name],
    onChange: (id: string | null) => editor.form.setFieldValue(name as never, id as never),
    wrapperProps: fieldMark(name),
    error: editor.form.errors[name],
  })
  return (
    <>
      <ChoiceField
        of={editor}
        name="role"
        options={ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }))}
        hint={ROLE_HINTS[role as Role]}
      />
      {role === 'merchant' && (
        <MerchantSelect {...propsOf('merchantId')} placeholder={words.chooseMerchant} />
      )}
      {role === 'partner' && <PartnerSelect {...propsOf('partnerId')} placeholder={words.choosePartner} />}
    </>
  )
}

/** The fields that the chosen role has; the others are null. */
export function accessOf({ role, merchantId, partnerId }: AccessValues) {
  return {
    role: role as Role,
    merchantId: role === 'merchant' ? merchantId : null,
    partnerId: role === 'partner' ? partnerId : null,
  }
}
