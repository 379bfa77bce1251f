import { DAYS, type Day, type OpeningHours, type WeeklySpan } from '@counterfoil/contract/hours-text.ts'
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { fieldMark } from '../form/save-refused.tsx'
import type { Editor } from '../form/use-editor.ts'
import { DAY_NAMES, OPENING_HOURS_WORDS as words } from '../words/opening-hours.ts'
import { HoursExceptions } from './hours-exceptions.tsx'
import type { OutletValues } from './outlet-values.ts'
import { SpanList } from './span-list.tsx'

const USUAL_WEEK: WeeklySpan[] = DAYS.slice(0, 5).map((day) => ({ day, opens: '09:00', closes: '18:00' }))

/** The hours of each day of the week, and the dates with other hours. */
export function OpeningHoursField({ editor }: { editor: Editor<OutletValues> }) {
  const hours = editor.form.values.openingHours
  const set = (next: OpeningHours | null) => editor.form.setFieldValue('openingHours', next)
  return (
    <Fieldset legend={editor.labels.openingHours} {...fieldMark('openingHours')}>
      <Stack gap="md">
        <Text size="sm">{hours === null ? words.unknown : words.intro}</Text>
        {editor.form.errors.openingHours && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {editor.form.errors.openingHours}
          </Text>
        )}
        {hours === null ? (
          <Group>
            <Button variant="default" onClick={() => set({ weekly: USUAL_WEEK, exceptions: [] })}>
              {words.add}
            </Button>
          </Group>
        ) : (
          <>
            {DAYS.map((day) => (
              <DayHours key={day} day={day} hours={hours} change={(weekly) => set({ ...hours, weekly })} />
            ))}
            <Group>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => set({ ...hours, weekly: mondayOnAllDays(hours) })}
              >
                {words.copyFrom(DAY_NAMES.MO)}
              </Button>
            </Group>
            <HoursExceptions
              exceptions={hours.exceptions}
              change={(exceptions) => set({ ...hours, exceptions })}
            />
            <Group>
              <Button variant="default" onClick={() => set(null)}>
                {words.remove}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

function mondayOnAllDays({ weekly }: OpeningHours): WeeklySpan[] {
  const monday = weekly.filter(({ day }) => day === 'MO')
  return DAYS.flatMap((day) => monday.map((span) => ({ ...span, day })))
}

function DayHours({
  day,
  hours: { weekly },
  change,
}: {
  day: Day
  hours: OpeningHours
  change: (weekly: WeeklySpan[]) => void
}) {
  const name = DAY_NAMES[day]
  const own = weekly.filter((span) => span.day === day)
  return (
    <Group align="flex-start" gap="sm">
      <Text size="sm" fw={500} w={90} pt={7} flex="none">
        {name}
      </Text>
      <SpanList
        name={name}
        spans={own}
        change={(spans) =>
          change([...weekly.filter((span) => span.day !== day), ...spans.map((span) => ({ ...span, day }))])
        }
      />
    </Group>
  )
}
