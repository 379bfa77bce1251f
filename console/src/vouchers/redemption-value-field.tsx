import { Group, Input, Select, TextInput } from '@mantine/core'
import { propsOf, write } from '../form/fields.tsx'
import type { Editor } from '../form/use-editor.ts'
import { useSession } from '../session/use-session.ts'
import { LOCALE } from '../time/language.ts'
import { VOUCHER_EDITOR_WORDS as words } from '../words/voucher-editor.ts'
import type { VoucherValues } from './voucher-values.ts'

const NAMES = new Intl.DisplayNames(LOCALE, { type: 'currency' })
const CURRENCIES = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code} · ${NAMES.of(code)}`,
}))

/** What one redemption is worth between the parties. Only admins write it. Both parts empty: no money. */
export function RedemptionValueField({ editor }: { editor: Editor<VoucherValues> }) {
  const { role } = useSession()
  const name = 'redemptionValue'
  const lockedBecause = role === 'admin' ? undefined : words.valueLocked
  const { label, error, description, readOnly, wrapperProps } = propsOf({
    of: editor,
    name,
    hint: words.valueHint,
    lockedBecause,
  })
  const { amount, currency } = editor.form.values[name] ?? { amount: '', currency: '' }
  const change = (value: { amount: string; currency: string }) =>
    write(editor, name, value.amount === '' && value.currency === '' ? null : value)
  return (
    <Input.Wrapper {...wrapperProps} label={label} description={description} error={error} labelElement="div">
      <Group gap="xs" my={4} role="group" aria-label={label}>
        <TextInput
          aria-label={words.amount}
          placeholder={words.amount}
          inputMode="decimal"
          value={amount}
          readOnly={readOnly}
          onChange={({ currentTarget: { value } }) => change({ amount: value.trim(), currency })}
          w={140}
        />
        <Select
          aria-label={words.currency}
          placeholder={words.currency}
          data={CURRENCIES}
          value={currency === '' ? null : currency}
          searchable
          clearable={!readOnly}
          readOnly={readOnly}
          onChange={(value) => change({ amount, currency: value ?? '' })}
          w={{ base: '100%', xs: 280 }}
        />
      </Group>
    </Input.Wrapper>
  )
}
