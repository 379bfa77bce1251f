import type { HoursException } from '@counterfoil/contract/hours-text.ts'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { OPENING_HOURS_WORDS as words } from '../words/opening-hours.ts'
import { SpanList } from './span-list.tsx'

/** Dates with other hours. */
export function HoursExceptions({
  exceptions,
  change,
}: {
  exceptions: HoursException[]
  change: (exceptions: HoursException[]) => void
}) {
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        {words.exceptions}
      </Title>
      <Text size="sm">{words.exceptionsIntro}</Text>
      {exceptions.map((exception, place) => (
        <Exception
          // biome-ignore lint/suspicious/noArrayIndexKey: a date is no identity while it is typed
          key={place}
          exception={exception}
          change={(next) => change(exceptions.with(place, next))}
          remove={() => change(exceptions.toSpliced(place, 1))}
        />
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => change([...exceptions, { date: '', hours: [], note: null }])}
        >
          {words.addException}
        </Button>
      </Group>
    </Stack>
  )
}

function Exception({
  exception,
  change,
  remove,
}: {
  exception: HoursException
  change: (exception: HoursException) => void
  remove: () => void
}) {
  const { date, hours, note } = exception
  return (
    <section className="language" aria-label={date || words.newDate}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            type="date"
            label={words.date}
            value={date}
            onChange={(event) => change({ ...exception, date: event.currentTarget.value })}
          />
          <TextInput
            label={words.note}
            flex={1}
            miw={140}
            value={note ?? ''}
            onChange={(event) => change({ ...exception, note: event.currentTarget.value || null })}
          />
          <Button size="compact-sm" variant="default" mb={6} onClick={remove}>
            {words.removeException}
          </Button>
        </Group>
        <SpanList
          name={date || words.newDate}
          spans={hours}
          change={(next) => change({ ...exception, hours: next })}
        />
      </Stack>
    </section>
  )
}
