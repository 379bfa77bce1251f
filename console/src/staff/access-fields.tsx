import { listMerchants } from '@counterfoil/contract/admin-merchants.ts'
import { listPartners } from '@counterfoil/contract/admin-partners.ts'
import { ROLES, type Role } from '@counterfoil/contract/route.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ChoiceField } from '../form/fields.tsx'
import type { Editor } from '../form/use-editor.ts'
import { ROLE_WORDS } from '../words/roles.ts'
import { ROLE_HINTS, STAFF_WORDS as words } from '../words/staff.ts'

export type AccessValues = { role: string; merchantId: string | null; partnerId: string | null }

/** A role, and the merchant or partner that it is limited to. */
export function AccessFields<V extends AccessValues>({ editor }: { editor: Editor<V> }) {
  const { role } = editor.form.values
  const merchants = useAnswer(listMerchants, { query: { limit: 200 } }, { enabled: role === 'merchant' })
  const partners = useAnswer(listPartners, { query: { limit: 200 } }, { enabled: role === 'partner' })
  const options = (items: { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <ChoiceField
        of={editor}
        name="role"
        options={ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }))}
        hint={ROLE_HINTS[role as Role]}
      />
      {role === 'merchant' && (
        <ChoiceField
          of={editor}
          name="merchantId"
          placeholder={words.chooseMerchant}
          options={options(merchants.data?.items)}
        />
      )}
      {role === 'partner' && (
        <ChoiceField
          of={editor}
          name="partnerId"
          placeholder={words.choosePartner}
          options={options(partners.data?.items)}
        />
      )}
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
