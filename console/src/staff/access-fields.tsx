import { ROLES, type Role } from '@counterfoil/contract/define-route.ts'
import { ChoiceField } from '../form/fields.tsx'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { MerchantsSelect } from '../kit/merchants-select.tsx'
import { PartnerSelect } from '../kit/record-select.tsx'
import { ROLE_WORDS } from '../words/roles.ts'
import { ROLE_HINTS, STAFF_WORDS as words } from '../words/staff.ts'

export type AccessValues = { role: string; merchantIds: string[] | null; partnerId: string | null }

/** A role, and the merchants or the partner that it is limited to. */
export function AccessFields<V extends AccessValues>({ editor }: { editor: Editor<V> }) {
  const { role, merchantIds, partnerId } = editor.form.values
  const propsOf = (name: 'merchantIds' | 'partnerId') => ({
    label: editor.labels[name],
    onChange: (chosen: unknown) => editor.form.setFieldValue(name as never, chosen as never),
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
        <MerchantsSelect
          {...propsOf('merchantIds')}
          value={merchantIds ?? []}
          placeholder={words.chooseMerchants}
        />
      )}
      {hasPartner(role) && (
        <PartnerSelect {...propsOf('partnerId')} value={partnerId} placeholder={words.choosePartner} />
      )}
    </>
  )
}

const hasPartner = (role: string) => role === 'partner' || role === 'partner-support'

/** The fields that the chosen role has; the others are null. */
export function accessOf({ role, merchantIds, partnerId }: AccessValues) {
  return {
    role: role as Role,
    merchantIds: role === 'merchant' ? merchantIds : null,
    partnerId: hasPartner(role) ? partnerId : null,
  }
}
