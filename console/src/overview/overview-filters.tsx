import { listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { listPartners } from '@counterfoil/contract/admin/partners.ts'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useListSearch } from '../list/list-search.ts'
import { MerchantFilter, PartnerFilter } from '../list/owner-filters.tsx'
import { useCan, useOnlyMerchant, useSession } from '../session/use-session.ts'
import { OVERVIEW_WORDS as words } from '../words/overview-page.ts'
import { dayAfter, daysOf, PERIODS, type Period, type PeriodName, startOfDay } from './periods.ts'

/** The address holds every filter. Days are those of the zone. */
export function OverviewFilters({
  name,
  period,
  zone,
}: {
  /** Null: the person chose the days. */
  name: PeriodName | null
  period: Period
  zone: string
}) {
  const { setFilters } = useListSearch()
  const show = (chosen: PeriodName) => setFilters({ period: chosen, from: undefined, to: undefined })
  return (
    <Group gap="xs" mb="sm" align="flex-end">
      <Group gap={4} role="group" aria-label={words.period}>
        {PERIODS.map((choice) => (
          <Button
            key={choice}
            variant={choice === name ? 'filled' : 'default'}
            aria-pressed={choice === name}
            size="sm"
            px="sm"
            onClick={() => show(choice)}
          >
            {words.periods[choice]}
          </Button>
        ))}
      </Group>
      <Days period={period} zone={zone} />
      <Zone zone={zone} />
      <Owners />
    </Group>
  )
}

function Days({ period, zone }: { period: Period; zone: string }) {
  const { setFilters } = useListSearch()
  const { first, last } = daysOf(period, zone)
  const show = (from: string, until: string) => {
    if (from === '' || until === '') return
    const [begin, end] = from <= until ? [from, until] : [until, from]
    setFilters({ period: undefined, from: startOfDay(begin, zone), to: startOfDay(dayAfter(end, 1), zone) })
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        type="date"
        label={words.from}
        value={first}
        onChange={({ currentTarget }) => show(currentTarget.value, last)}
        w={150}
      />
      <TextInput
        type="date"
        label={words.until}
        value={last}
        onChange={({ currentTarget }) => show(first, currentTarget.value)}
        w={150}
      />
    </Group>
  )
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

function Zone({ zone }: { zone: string }) {
  const { setFilter } = useListSearch()
  return (
    <Select
      label={words.timeZone}
      data={ZONES.includes(zone) ? ZONES : [zone, ...ZONES]}
      value={zone}
      searchable
      allowDeselect={false}
      limit={50}
      onChange={(chosen) => setFilter('timezone', chosen)}
      w={{ base: '100%', xs: 220 }}
    />
  )
}

/** A merchant's or partner's own staff sees only its own stats anyway. */
function Owners() {
  const can = useCan()
  const { partnerId } = useSession()
  const onlyMerchant = useOnlyMerchant()
  return (
    <>
      {onlyMerchant === null && can(listMerchants) && <MerchantFilter />}
      {partnerId === null && can(listPartners) && <PartnerFilter />}
    </>
  )
}
