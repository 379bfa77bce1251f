import { createStaffMember, listStaff, updateStaffMember } from '@counterfoil/contract/admin/staff.ts'
import { Button, Group } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '../api/use-api-query.ts'
import { StatusDot } from '../kit/status-dot.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { Moment } from '../time/moment.tsx'
import { ROLE_WORDS } from '../words/roles.ts'
import { STAFF_WORDS as words } from '../words/staff.ts'
import { AccessName } from './access-name.ts'
import { type Person, type StaffDialog, stateOf } from './person.ts'
import { PersonMenu } from './person-menu.tsx'

const PersonDrawer = lazy(async () => ({ default: (await import('./person-drawer.tsx')).PersonDrawer }))
const StaffDialogs = lazy(async () => ({ default: (await import('./staff-dialogs.tsx')).StaffDialogs }))

const route = getRouteApi('/staff')

export function StaffList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = useApiQuery(listStaff, { query: queryOf(listStaff, search) })
  const show = (id: string | undefined) => void navigate({ search: (before) => ({ ...before, open: id }) })
  const shown = page.data?.items.find(({ id }) => id === search.open)
  const [dialog, open] = useState<StaffDialog | null>(null)
  const can = useCan()
  return (
    <>
      <Group justify="space-between" mb="md">
        <FilterField name="q" label={words.search} />
        {can(createStaffMember) && <Button onClick={() => open({ kind: 'invite' })}>{words.invite}</Button>}
      </Group>
      <PagedTable
        label={words.people}
        page={page}
        columns={[...COLUMNS, actionsColumn(can(updateStaffMember), open, show)]}
        empty={words.nobody}
      />
      <Suspense>
        {shown && <PersonDrawer person={shown} close={() => show(undefined)} />}
        {dialog && <StaffDialogs dialog={dialog} open={open} />}
      </Suspense>
    </>
  )
}

const COLUMNS: Column<Person>[] = [
  { title: words.person, cell: ({ name, email }) => <TwoLines main={name} below={email} /> },
  { title: words.role, nowrap: true, cell: ({ role }) => ROLE_WORDS[role] },
  {
    title: words.belongsTo,
    cell: ({ merchantIds, partnerId }) => <AccessName merchantIds={merchantIds} partnerId={partnerId} />,
  },
  {
    title: words.state,
    cell: (person) => (
      <StatusDot tone={stateOf(person) === 'active' ? 'good' : 'quiet'}>{words[stateOf(person)]}</StatusDot>
    ),
  },
  {
    title: words.lastSignIn,
    nowrap: true,
    cell: ({ lastSignInAt }) => (lastSignInAt === null ? words.neverUsed : <Moment at={lastSignInAt} />),
  },
  {
    title: words.secondFactor,
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? words.hasFactor : words.noFactor),
  },
  { title: words.since, nowrap: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

function actionsColumn(
  mayChange: boolean,
  open: (dialog: StaffDialog) => void,
  show: (id: string) => void,
): Column<Person> {
  return {
    title: words.actions,
    cell: (person) =>
      mayChange ? (
        <PersonMenu person={person} open={open} show={() => show(person.id)} />
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={words.showSessions(person.name)}
          onClick={() => show(person.id)}
        >
          {words.sessions}
        </Button>
      ),
  }
}
