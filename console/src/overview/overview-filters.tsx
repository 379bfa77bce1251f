import { Button, Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { MerchantFilter, PartnerFilter } from '../list/owner-filters.tsx'
import { PeriodFilter } from '../list/period-filter.tsx'
import { useSession } from '../session/use-session.ts'
import { lastDays } from '../time/utc-day.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'

const route = getRouteApi('/overview')
const PRESETS = [7, 30, 90]

/** The address holds every filter. Days are in UTC, as the stats are. */
export function OverviewFilters({ period }: { period: { from: string; to: string } }) {
  const navigate = route.useNavigate()
  const show = (days: number) =>
    void navigate({ search: (before) => ({ ...before, ...lastDays(days, new Date()) }) })
  return (
    <Group gap="xs" mb="md" align="flex-end">
      <PeriodFilter standard={period} />
      <Button.Group aria-label={words.period}>
        {PRESETS.map((days) => (
          <Button key={days} variant="default" size="sm" onClick={() => show(days)}>
            {words.lastDays(days)}
          </Button>
        ))}
      </Button.Group>
      <Owners />
    </Group>
  )
}

/** A merchant's or partner's own staff sees only its own stats anyway. */
function Owners() {
  const { role } = useSession()
  if (role !== 'admin' && role !== 'support') return null
  return (
    <>
      <MerchantFilter />
      <PartnerFilter />
    </>
  )
}
