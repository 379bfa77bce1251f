import { listMerchants } from '@counterfoil/contract/admin-merchants.ts'
import { listPartners } from '@counterfoil/contract/admin-partners.ts'
import { Button, Group, Input } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useAnswer } from '../api/use-answer.ts'
import { ChoiceFilter } from '../list/filter-field.tsx'
import { useCan, useSession } from '../session/use-session.ts'
import { OVERVIEW_WORDS as words } from '../words/overview.ts'
import { endOf, firstDayOf, lastDayOf, lastDays, type Period, startOf } from './period.ts'

const route = getRouteApi('/overview')
const PRESETS = [7, 30, 90]

/** All of it is in the address. Days are in UTC, as the figures are. */
export function OverviewFilters({ period }: { period: Period }) {
  const navigate = route.useNavigate()
  const go = (next: Period) => void navigate({ search: (before) => ({ ...before, ...next }) })
  return (
    <Group gap="xs" mb="md" align="flex-end">
      <Day
        label={words.from}
        day={firstDayOf(period)}
        max={lastDayOf(period)}
        change={(day) => go({ ...period, from: startOf(day) })}
      />
      <Day
        label={words.until}
        day={lastDayOf(period)}
        min={firstDayOf(period)}
        change={(day) => go({ ...period, to: endOf(day) })}
      />
      <Button.Group aria-label={words.period}>
        {PRESETS.map((days) => (
          <Button key={days} variant="default" size="sm" onClick={() => go(lastDays(days, new Date()))}>
            {words.lastDays(days)}
          </Button>
        ))}
      </Button.Group>
      <Owners />
    </Group>
  )
}

function Day({
  label,
  day,
  min,
  max,
  change,
}: {
  label: string
  day: string
  min?: string
  max?: string
  change: (day: string) => void
}) {
  return (
    <Input
      type="date"
      aria-label={label}
      value={day}
      min={min}
      max={max}
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') change(value)
      }}
      w={150}
    />
  )
}

/** A merchant's or partner's own staff sees only its own figures anyway. */
function Owners() {
  const { role } = useSession()
  const can = useCan()
  const isGlobal = role === 'admin' || role === 'support'
  const merchants = useAnswer(
    listMerchants,
    { query: { limit: 200 } },
    { enabled: isGlobal && can(listMerchants) },
  )
  const partners = useAnswer(
    listPartners,
    { query: { limit: 200 } },
    { enabled: isGlobal && can(listPartners) },
  )
  if (!isGlobal) return null
  const choices = (items: { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <ChoiceFilter name="merchantId" label={words.merchant} choices={choices(merchants.data?.items)} />
      <ChoiceFilter name="partnerId" label={words.partner} choices={choices(partners.data?.items)} />
    </>
  )
}
