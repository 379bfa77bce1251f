import { AUDIT_KINDS, exportAudit, listAudit } from '@counterfoil/contract/admin/audit.ts'
import { Button, Group, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { describeIn } from '../facts/describe.ts'
import { Summary } from '../facts/summary.tsx'
import { ChangeList } from '../history/change-list.tsx'
import { download } from '../kit/download.ts'
import { notifyFailed } from '../kit/notify.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { ChoiceFilter, FilterField } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { PeriodFilter } from '../list/period-filter.tsx'
import { queryOf } from '../routing/search.ts'
import { Moment } from '../time/moment.tsx'
import { useTimeZone } from '../time/time-zone.ts'
import { ACTOR_WORDS, AUDIT_KIND_WORDS, AUDIT_WORDS as words } from '../words/audit.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { PersonFilter } from './person-filter.tsx'
import { type Entry, TargetLink } from './target-link.tsx'

const route = getRouteApi('/audit')

const KINDS = AUDIT_KINDS.map((kind) => ({ value: kind, label: AUDIT_KIND_WORDS[kind] }))

export function AuditList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = useApiQuery(listAudit, { query: { ...queryOf(listAudit, search), count: true } })
  const show = (open: string | undefined) => void navigate({ search: (before) => ({ ...before, open }) })
  const entries = page.data?.items ?? []
  const entry = entries.find(({ id }) => id === search.open)
  return (
    <>
      <PageHeading title={words.title}>
        <Export />
      </PageHeading>
      <Stack gap="xs" mb="md">
        <FilterField name="q" label={words.search} isMain />
        <Group gap="xs" align="flex-end">
          <PersonFilter entries={entries} />
          <ChoiceFilter name="kind" label={words.kind} choices={KINDS} />
          <FilterField name="record" label={words.record} />
          <PeriodFilter />
        </Group>
      </Stack>
      <PagedTable
        label={words.title}
        page={page}
        columns={columns(describeIn(useTimeZone()), show)}
        empty={words.none}
      />
      {entry && <EntryDrawer entry={entry} close={() => show(undefined)} />}
    </>
  )
}

/** Exports all entries that the filter matches, not only this page. The service streams them, so there is no limit. */
function Export() {
  const query = queryOf(exportAudit, route.useSearch())
  return (
    <Button
      variant="default"
      onClick={() => void download(addressOf(exportAudit, { query })).catch(notifyFailed)}
    >
      {words.csv}
    </Button>
  )
}

function columns(describe: ReturnType<typeof describeIn>, show: (id: string) => void): Column<Entry>[] {
  return [
    { title: words.when, nowrap: true, cell: ({ at }) => <Moment at={at} /> },
    { title: words.who, cell: ({ actor }) => <TwoLines main={actor.name} below={ACTOR_WORDS[actor.kind]} /> },
    {
      title: words.what,
      cell: (entry) => (
        <div>
          <TwoLines main={<Summary of={entry} />} below={<TargetLink entry={entry} />} />
          <ChangeList {...describe(entry)} />
        </div>
      ),
    },
    {
      title: words.entry,
      cell: (entry) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={words.openOf(describe(entry).summary)}
          onClick={() => show(entry.id)}
        >
          {words.open}
        </Button>
      ),
    },
  ]
}
