import { getVoucher, updateVoucher } from '@counterfoil/contract/admin/vouchers.ts'
import { plainText } from '@counterfoil/contract/markup.ts'
import type { MoneyText } from '@counterfoil/contract/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type Editor, useEditor } from '../form/use-editor.ts'
import { notifyDone } from '../kit/notify.ts'
import { formatMoney } from '../time/money.ts'
import { VOUCHER_LABELS, VOUCHER_EDITOR_WORDS as words } from '../words/voucher-editor.ts'
import { type FullVoucher, type VoucherValues, valuesOf } from './voucher-values.ts'

export function useVoucherEditor(voucher: FullVoucher): Editor<VoucherValues> {
  const queries = useQueryClient()
  const { id } = voucher
  return useEditor<VoucherValues, FullVoucher>({
    draftKey: `voucher:${id}`,
    body: updateVoucher.body,
    labels: VOUCHER_LABELS,
    stored: valuesOf(voucher),
    version: voucher.version,
    save: (changes, version) =>
      call(updateVoucher, { params: { id }, body: changes, ...(version !== null && { ifMatch: version }) }),
    reload: async () => {
      const theirs = await call(getVoucher, { params: { id } })
      return { stored: valuesOf(theirs), version: theirs.version }
    },
    describe: (name, value) =>
      name === 'redemptionValue' && value !== null ? formatMoney(value as MoneyText) : null,
    saved: (saved) => {
      queries.setQueryData([getVoucher.id, { params: { id } }], saved)
      notifyDone(words.saved(plainText(saved.title)))
    },
  })
}
