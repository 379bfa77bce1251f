import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { MerchantsSelect } from '../kit/merchants-select.tsx'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import type { ScopeValues } from './scope-values.ts'

export function ScopeMerchants({ editor }: { editor: Editor<ScopeValues> }) {
  return (
    <MerchantsSelect
      label={editor.labels.merchantIds}
      description={words.scopeMerchantsHint}
      wrapperProps={fieldMark('merchantIds')}
      error={editor.form.errors.merchantIds}
      value={editor.form.values.merchantIds}
      onChange={(ids) => editor.form.setFieldValue('merchantIds', ids)}
    />
  )
}
