import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../time/numbers.ts'
import { type BodySchema, type FieldSchema, isNullable } from './check-field.ts'
import { fieldMark } from './save-refused.tsx'
import type { Editor, Values } from './use-editor.ts'

export type FieldProps<V extends Values> = {
  of: Editor<V>
  name: keyof V & string
  hint?: ReactNode
  /** Why it cannot be changed. The field is read-only then. */
  lockedBecause?: string | undefined
}

function schemaOf<V extends Values>({ body }: Editor<V>, name: string): FieldSchema {
  return (body as BodySchema).properties?.[name] ?? {}
}

function isRequired<V extends Values>(editor: Editor<V>, name: string): boolean {
  const schema = schemaOf(editor, name)
  const isExpected = editor.isNew ? (editor.body as BodySchema).required?.includes(name) : !isNullable(schema)
  return (isExpected ?? false) && (schema.minLength ?? (schema.pattern ? 1 : 0)) > 0
}

export function propsOf<V extends Values>({ of, name, hint, lockedBecause }: FieldProps<V>) {
  return {
    wrapperProps: fieldMark(name),
    label: of.labels[name],
    description: lockedBecause ?? hint,
    error: of.form.errors[name],
    readOnly: lockedBecause !== undefined,
    ...(lockedBecause !== undefined && { 'data-locked': true }),
    withAsterisk: isRequired(of, name),
    'aria-required': isRequired(of, name),
    // An empty field is not wrong yet: leaving it is no mistake, saving it is.
    onBlur: () => {
      if (of.form.values[name]) of.form.validateField(name)
    },
  }
}

export function write<V extends Values>(editor: Editor<V>, name: keyof V & string, value: unknown): void {
  editor.form.setFieldValue(name as never, value as never)
}

/** An empty field is null where the contract allows null. */
function writeText<V extends Values>(editor: Editor<V>, name: keyof V & string, text: string): void {
  write(editor, name, text === '' && isNullable(schemaOf(editor, name)) ? null : text)
}

export function TextField<V extends Values>(
  props: FieldProps<V> & { type?: string; placeholder?: string; autoFocus?: boolean },
) {
  const { of, name, type, placeholder, autoFocus } = props
  return (
    <TextInput
      {...propsOf(props)}
      {...(type && { type })}
      {...(placeholder && { placeholder })}
      {...(autoFocus && { autoFocus, 'data-autofocus': true })}
      value={String(of.form.values[name] ?? '')}
      onChange={(event) => writeText(of, name, event.currentTarget.value)}
    />
  )
}

export function LongTextField<V extends Values>(props: FieldProps<V> & { rows?: number }) {
  const { of, name, rows = 3 } = props
  const text = String(of.form.values[name] ?? '')
  const max = schemaOf(of, name).maxLength
  return (
    <Textarea
      {...propsOf(props)}
      autosize
      minRows={rows}
      value={text}
      onChange={(event) => writeText(of, name, event.currentTarget.value)}
      {...(max !== undefined && { inputContainer: (input: ReactNode) => counted(input, text, max) })}
    />
  )
}

function counted(input: ReactNode, text: string, max: number): ReactNode {
  return (
    <>
      {input}
      <div className="count">
        <bdi dir="ltr">
          {formatNumber([...text].length)} / {formatNumber(max)}
        </bdi>
      </div>
    </>
  )
}

/** A whole number. An empty field is null where the contract allows null. Other text stays, and saving refuses it. */
export function NumberField<V extends Values>(props: FieldProps<V>) {
  const { of, name } = props
  const read = (text: string) => {
    if (/^\d{1,15}$/.test(text)) return Number(text)
    return text === '' && isNullable(schemaOf(of, name)) ? null : text
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

export function SwitchField<V extends Values>(props: FieldProps<V>) {
  const { of, name, hint, lockedBecause } = props
  return (
    <Switch
      wrapperProps={fieldMark(name)}
      error={of.form.errors[name]}
      label={of.labels[name]}
      description={lockedBecause ?? hint}
      disabled={lockedBecause !== undefined}
      checked={of.form.values[name] === true}
      onChange={(event) => write(of, name, event.currentTarget.checked)}
    />
  )
}

export type Option = { value: string; label: string }

export function ChoiceField<V extends Values>(
  props: FieldProps<V> & { options: Option[]; clearable?: boolean; placeholder?: string },
) {
  const { of, name, options, clearable = false, placeholder } = props
  return (
    <Select
      {...propsOf(props)}
      {...(placeholder && { placeholder })}
      data={options}
      searchable={options.length > 6}
      clearable={clearable}
      allowDeselect={clearable}
      value={(of.form.values[name] as string | null) ?? null}
      onChange={(value) => write(of, name, value)}
    />
  )
}

export function ChoicesField<V extends Values>(
  props: FieldProps<V> & { options: Option[]; placeholder?: string },
) {
  const { of, name, options, placeholder } = props
  return (
    <MultiSelect
      {...propsOf(props)}
      {...(placeholder && { placeholder })}
      data={options}
      searchable
      clearable
      value={(of.form.values[name] as string[] | undefined) ?? []}
      onChange={(values) => write(of, name, values)}
    />
  )
}
