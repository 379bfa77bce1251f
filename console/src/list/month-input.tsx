import { TextInput } from '@mantine/core'

const IS_MONTH = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/

/** A month as in 2026-11. An empty or half-typed one is not passed on. */
export function MonthInput({
  label,
  month,
  change,
}: {
  label: string
  month: string
  change: (month: string) => void
}) {
  return (
    <TextInput
      key={month}
      type="month"
      aria-label={label}
      defaultValue={month}
      onChange={({ currentTarget: { value } }) => IS_MONTH.test(value) && change(value)}
      w={170}
    />
  )
}
