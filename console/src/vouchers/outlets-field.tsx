import { listOutlets } from '@counterfoil/contract/admin-outlets.ts'
import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answered, call } from '../api/call.ts'
import { ChoicesField, write } from '../form/fields.tsx'
import type { Editor } from '../form/use-editor.ts'
import { Failed } from '../kit/failed.tsx'
import { VOUCHER_EDITOR_WORDS as words } from '../words/voucher-editor.ts'
import type { VoucherValues } from './voucher-values.ts'

type Outlet = Answered<typeof listOutlets>['items'][number]

/** Every outlet of the merchant, or a choice of them. */
export function OutletsField({ editor, merchantId }: { editor: Editor<VoucherValues>; merchantId: string }) {
  const { outletIds } = editor.form.values
  // Kept, so that a look at the other choice loses nothing.
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

/** All pages: a choice needs every name. */
function useAllOutlets(merchantId: string, enabled: boolean) {
  return useQuery({
    queryKey: [listOutlets.id, 'all', merchantId],
    enabled,
    queryFn: async () => {
      const found: Outlet[] = []
      let cursor: string | undefined
      do {
        const query = { limit: 200, ...(cursor && { cursor }) }
        const page = await call(listOutlets, { params: { id: merchantId }, query })
        found.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return found.sort((a, b) => a.name.localeCompare(b.name))
    },
  })
}
