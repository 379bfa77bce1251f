import { getMerchant, listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, useApiQuery } from '../api/use-api-query.ts'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { PARTNER_WORDS as words } from '../words/partners.ts'
import type { ScopeValues } from './scope-values.ts'

const PAUSE_MS = 250

/** Merchants are found by name or slug: there may be thousands. */
export function ScopeMerchants({ editor }: { editor: Editor<ScopeValues> }) {
  const { merchantIds } = editor.form.values
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, PAUSE_MS)
  const found = useApiQuery(listMerchants, { query: q === '' ? { limit: 50 } : { q, limit: 50 } })
  const items = found.data?.items ?? []
  const others = merchantIds.filter((id) => !items.some((merchant) => merchant.id === id))
  const named = useQueries({ queries: others.map((id) => apiQuery(getMerchant, { params: { id } })) })
  const options = [
    ...items.map(({ id, name }) => ({ value: id, label: name })),
    ...others.map((id, index) => ({ value: id, label: named[index]?.data?.name ?? '…' })),
  ]
  return (
    <MultiSelect
      label={editor.labels.merchantIds}
      description={words.scopeMerchantsHint}
      wrapperProps={fieldMark('merchantIds')}
      error={editor.form.errors.merchantIds}
      data={options}
      value={merchantIds}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => editor.form.setFieldValue('merchantIds', ids)}
    />
  )
}
