import { TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { momentOf, wallTimeOf } from '../time/wall-time.ts'
import { KIT_WORDS as words } from '../words/kit.ts'
import { type FieldProps, propsOf, write } from './fields.tsx'
import type { Values } from './use-editor.ts'

/** Stands for a half-typed date. The check of the field refuses it, so it is never saved as “no date”. */
const INCOMPLETE = 'incomplete'

/** A date and time in one zone. An empty field is null. A stored time keeps its seconds until somebody changes it. */
export function DateField<V extends Values>(props: FieldProps<V> & { timeZone: string }) {
  const { of, name, timeZone } = props
  const value = of.form.values[name] as string | null
  const read = ({ currentTarget: { value: typed, validity } }: FormEvent<HTMLInputElement>) => {
    if (typed !== '') write(of, name, momentOf(typed, timeZone))
    else write(of, name, validity.badInput ? INCOMPLETE : null)
  }
  const own = propsOf(props)
  return (
    <TextInput
      {...own}
      error={value === INCOMPLETE && own.error ? words.dateIncomplete : own.error}
      type="datetime-local"
      min="1970-01-01T00:00"
      max="9999-12-31T23:59"
      value={value === null ? '' : wallTimeOf(value, timeZone)}
      onChange={read}
      onBlur={(event) => {
        if (event.currentTarget.validity.badInput !== (value === INCOMPLETE)) read(event)
        own.onBlur()
      }}
    />
  )
}
