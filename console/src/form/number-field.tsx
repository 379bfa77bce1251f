import { TextInput } from '@mantine/core'
import { type BodySchema, isNullable } from './check-field.ts'
import { type FieldProps, propsOf, write } from './fields.tsx'
import type { Values } from './use-editor.ts'

/** A whole number. An empty field is null where the contract allows null. Other text stays, and saving refuses it. */
export function NumberField<V extends Values>(props: FieldProps<V>) {
  const { of, name } = props
  const schema = (of.body as BodySchema).properties?.[name] ?? {}
  const read = (text: string) => {
    if (/^\d{1,15}$/.test(text)) return Number(text)
    return text === '' && isNullable(schema) ? null : text
  }
  return (
    <TextInput
      {...propsOf(props)}
      inputMode="numeric"
      value={String(of.form.values[name] ?? '')}
      onChange={(event) => write(of, name, read(event.currentTarget.value.trim()))}
    />
  )
}
