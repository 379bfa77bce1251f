import { NumberInput } from '@mantine/core'
import { type BodySchema, isNullable } from './check-field.ts'
import { type FieldProps, propsOf, write } from './fields.tsx'
import type { Values } from './use-editor.ts'

/** A whole number. Empty is null where the contract allows null. */
export function NumberField<V extends Values>(props: FieldProps<V>) {
  const { of, name } = props
  const schema = (of.body as BodySchema).properties?.[name] ?? {}
  const value = of.form.values[name]
  return (
    <NumberInput
      {...propsOf(props)}
      hideControls
      inputMode="numeric"
      allowDecimal={false}
      thousandSeparator=","
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(typed) => write(of, name, typed === '' && isNullable(schema) ? null : typed)}
    />
  )
}
