import { diffScope } from '@counterfoil/contract/admin/partner-checks.ts'
import { Scope } from '@counterfoil/contract/admin/partners.ts'
import { Box, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Partner } from '../api/records.ts'
import { EditorForm } from '../form/editor-form.tsx'
import { ChoicesField, SwitchField } from '../form/fields.tsx'
import { ReadOnly } from '../form/read-only.tsx'
import { useCategories } from '../kit/category-names.ts'
import { Confirm } from '../kit/confirm.tsx'
import { useCan } from '../session/use-session.ts'
import { SCOPE_LABELS, PARTNER_WORDS as words } from '../words/partners.ts'
import { ScopeDifference } from './scope-difference.tsx'
import { ScopeMerchants } from './scope-merchants.tsx'
import { type ScopeValues, scopeOf, scopeValuesOf } from './scope-values.ts'
import { type PartnerPart, usePartnerEditor } from './use-partner-editor.ts'

/** What users of a partner see. Saving shows the difference first. */
export function ScopeEditor({ partner }: { partner: Partner }) {
  const can = useCan()
  const categories = useCategories()
  const [isReviewing, setReviewing] = useState(false)
  const editor = usePartnerEditor(partner, SCOPE_PART)
  const { isLimited } = editor.form.values
  const fields = (
    <Stack gap="md">
      <SwitchField of={editor} name="isLimited" hint={words.limitedHint} />
      {isLimited && (
        <>
          <ChoicesField
            of={editor}
            name="categories"
            hint={words.scopeCategoriesHint}
            options={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
          <ScopeMerchants editor={editor} />
        </>
      )}
    </Stack>
  )
  if (!can(diffScope)) {
    return <ReadOnly reason={words.onlyAdmin}>{fields}</ReadOnly>
  }
  const review = async () => {
    if (editor.isDirty && editor.check()) setReviewing(true)
  }
  return (
    <Box maw={760}>
      <EditorForm editor={{ ...editor, submit: review }} action={words.review}>
        {fields}
      </EditorForm>
      {isReviewing && (
        <Confirm
          title={words.reviewTitle}
          consequence={<ScopeDifference partnerId={partner.id} scope={scopeOf(editor.form.values)} />}
          action={words.saveScope}
          confirm={editor.submit}
          close={() => setReviewing(false)}
        />
      )}
    </Box>
  )
}

const SCOPE_PART: PartnerPart<ScopeValues> = {
  name: 'scope',
  body: Scope,
  labels: SCOPE_LABELS,
  valuesOf: scopeValuesOf,
  bodyOf: (_, all) => ({ scope: scopeOf(all) }),
}
