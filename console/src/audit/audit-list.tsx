import { exportAudit, listAudit } from '@counterfoil/contract/admin/audit.ts'
import { Button, Code, Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { addressOf } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { Coded } from '../kit/coded.tsx'
import { download } from '../kit/download.ts'
import { notifyFailed } from '../kit/notify.ts'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { PageHeading } from '../list/page-heading.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { PeriodFilter } from '../list/period-filter.tsx'
import { queryOf } from '../routing/search.ts'
import { Moment } from '../time/moment.tsx'
import { ACTOR_WORDS, AUDIT_WORDS as words } from '../words/audit.ts'
import { actionWords } from '../words/audit-actions.ts'
import { type Change, changesOf, type Entry, shorten } from './changes.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { TargetLink } from './target-link.tsx'

const route = getRouteApi('/audit')

export function AuditList() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = useApiQuery(listAudit, { query: queryOf(listAudit, search) })
  const show = (open: string | undefined) => void navigate({ search: (before) => ({ ...before, open }) })
  const entry = page.data?.items.find(({ id }) => id === search.open)
  return (
    <>
      <PageHeading title={words.title}>
        <Export />
      </PageHeading>
      <Group gap="xs" mb="md" align="flex-end">
        <FilterField name="actor" label={words.actor} />
        <FilterField name="action" label={words.action} />
        <FilterField name="target" label={words.target} />
        <PeriodFilter />
      </Group>
      <PagedTable label={words.title} page={page} columns={columns(show)} empty={words.none} />
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

function columns(show: (id: string) => void): Column<Entry>[] {
  return [
    { title: words.when, nowrap: true, cell: ({ at }) => <Moment at={at} /> },
    { title: words.who, cell: ({ actor }) => <TwoLines main={actor.name} below={ACTOR_WORDS[actor.kind]} /> },
    {
      title: words.what,
      cell: ({ action, target }) => (
        <TwoLines
          main={<Coded words={actionWords(action)} code={action} />}
          below={<TargetLink target={target} />}
        />
      ),
    },
    { title: words.change, cell: (entry) => <Changes entry={entry} show={() => show(entry.id)} /> },
  ]
}

const AT_A_GLANCE = 3

function Changes({ entry: { before, after, action }, show }: { entry: Entry; show: () => void }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  return (
    <Text size="xs" component="div" className="changes">
      {changes.slice(0, AT_A_GLANCE).map(drawChange)}
      <Button
        variant="transparent"
        size="compact-xs"
        p={0}
        onClick={show}
        aria-label={`${words.all(changes.length)} ${action}`}
      >
        {words.all(changes.length)}
      </Button>
    </Text>
  )
}

function drawChange({ field, before, after }: Change) {
  return (
    <div key={field}>
      {field}: {before !== null && <Code>{shorten(before)}</Code>}
      {before !== null && after !== null && ' → '}
      {after !== null && <Code>{shorten(after)}</Code>}
    </div>
  )
}
