import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { ChoicesField, write } from '../form/fields.tsx'
import type { Editor } from '../form/use-editor.ts'
import { Failed } from '../kit/failed.tsx'
import { type Outlet, useAllOutlets } from '../outlets/all-outlets.ts'
import { VOUCHER_EDITOR_WORDS as words } from '../words/voucher-editor.ts'
import type { VoucherValues } from './voucher-values.ts'

/** Every outlet of the merchant, or a choice of them. */
export function OutletsField({ editor, merchantId }: { editor: Editor<VoucherValues>; merchantId: string }) {
  const { outletIds } = editor.form.values
  // The choice is kept, so that switching to “all” and back loses nothing.
  const [chosen, setChosen] = useState(outletIds ?? [])
  const outlets = useAllOutlets(merchantId, outletIds !== null)
  const choose = (where: string) => {
    setChosen(outletIds ?? chosen)
    write(editor, 'outletIds', where === 'every' ? null : chosen)
  }
  return (
    <Stack gap="sm">
      <Radio.Group
        label={words.where}
        value={outletIds === null ? 'every' : 'some'}
        onChange={choose}
        name="outlets"
      >
        <Stack gap="xs" mt={6}>
          <Radio value="every" label={words.everyOutlet} />
          <Radio value="some" label={words.someOutlets} />
        </Stack>
      </Radio.Group>
      {outletIds !== null &&
        (outlets.isError ? (
          <Failed error={outlets.error} retry={() => void outlets.refetch()} />
        ) : (
          <ChoicesField
            of={editor}
            name="outletIds"
            options={optionsOf(outlets.data ?? [], outletIds)}
            {...(outlets.isPending && { hint: words.outletsLoading })}
          />
        ))}
    </Stack>
  )
}

/** A chosen outlet stays chosen while the names are loading. */
function optionsOf(outlets: Outlet[], chosen: string[]) {
  const known = new Set(outlets.map(({ id }) => id))
  return [
    ...outlets.map(({ id, name, isActive }) => ({
      value: id,
      label: isActive ? name : words.inactiveOutlet(name),
    })),
    ...chosen.filter((id) => !known.has(id)).map((id) => ({ value: id, label: id })),
  ]
}
