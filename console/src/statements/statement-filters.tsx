import { listMerchants } from '@counterfoil/contract/admin/merchants.ts'
import { listPartners } from '@counterfoil/contract/admin/partners.ts'
import { Button, Group } from '@mantine/core'
import { useListSearch } from '../list/list-search.ts'
import { MonthInput } from '../list/month-input.tsx'
import { MerchantFilter, PartnerFilter } from '../list/owner-filters.tsx'
import { useCan, useOnlyMerchant, useSession } from '../session/use-session.ts'
import { monthAfter } from '../time/month.ts'
import { STATEMENT_WORDS as words } from '../words/statements.ts'

/** A merchant's or partner's own people see only their own statements anyway. */
export function StatementFilters({ month }: { month: string }) {
  const can = useCan()
  const session = useSession()
  const onlyMerchant = useOnlyMerchant()
  const { setFilter } = useListSearch()
  const step = (label: string, months: number, text: string) => (
    <Button
      variant="default"
      aria-label={label}
      onClick={() => setFilter('month', monthAfter(month, months))}
    >
      {text}
    </Button>
  )
  return (
    <Group gap="xs" mb="md">
      {step(words.previousMonth, -1, '‹')}
      <MonthInput label={words.month} month={month} change={(chosen) => setFilter('month', chosen)} />
      {step(words.nextMonth, 1, '›')}
      {onlyMerchant === null && can(listMerchants) && <MerchantFilter />}
      {session.partnerId === null && can(listPartners) && <PartnerFilter />}
    </Group>
  )
}
