import { type Span, writeSpans } from '@counterfoil/contract/hours-text.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { OPENING_HOURS_WORDS as words } from '../words/opening-hours.ts'
import { readTypedTime } from './typed-time.ts'

const FIRST: Span = { opens: '09:00', closes: '18:00' }
const TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/

/** The hours of one day or date. `name` says which, for screen readers. */
export function SpanList({
  name,
  spans,
  change,
}: {
  name: string
  spans: Span[]
  change: (spans: Span[]) => void
}) {
  const add = () => change([...spans, spans.length === 0 ? FIRST : { opens: '', closes: '' }])
  const addButton = (
    <Button size="compact-sm" variant="subtle" aria-label={words.addSpanOn(name)} onClick={add}>
      {words.addSpan}
    </Button>
  )
  const labelOf = (place: number) => (place === 0 ? name : words.further(name, place + 1))
  return (
    <Stack gap={6}>
      {spans.map((span, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other identity while they are typed
        <Group key={place} gap={6}>
          <TimeInput
            label={words.opens(labelOf(place))}
            value={span.opens}
            change={(opens) => change(spans.with(place, { ...span, opens }))}
          />
          <Text size="sm">{words.until}</Text>
          <TimeInput
            label={words.closes(labelOf(place))}
            value={span.closes}
            change={(closes) => change(spans.with(place, { ...span, closes }))}
          />
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={words.removeSpanOn(name, writeSpans([span]))}
            onClick={() => change(spans.toSpliced(place, 1))}
          >
            {words.removeSpan}
          </Button>
          {place === spans.length - 1 && addButton}
        </Group>
      ))}
      {spans.length === 0 && (
        <Group gap={6} mih={36}>
          <Text size="sm">{words.closed}</Text>
          {addButton}
        </Group>
      )}
    </Stack>
  )
}

function TimeInput({
  label,
  value,
  change,
}: {
  label: string
  value: string
  change: (value: string) => void
}) {
  return (
    <TextInput
      aria-label={label}
      w={72}
      inputMode="numeric"
      value={value}
      error={value !== '' && !TIME.test(readTypedTime(value))}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => change(readTypedTime(value))}
    />
  )
}
