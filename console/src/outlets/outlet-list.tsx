import { listOutletImports } from '@counterfoil/contract/admin/outlet-import.ts'
import {
  createOutlet,
  exportOutlets,
  generatePins,
  listOutlets,
  OUTLET_SORTS,
} from '@counterfoil/contract/admin/outlets.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { addressOf, type ResponseBody } from '../api/call.ts'
import { useApiQuery } from '../api/use-api-query.ts'
import { useLatestImport } from '../imports/use-latest-import.ts'
import { ActiveDot } from '../kit/active-dot.tsx'
import { AnchorLink, ButtonLink, RecordLink } from '../kit/links.tsx'
import { TwoLines } from '../kit/two-lines.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { FilterField } from '../list/filter-field.tsx'
import { useListSearch } from '../list/list-search.ts'
import { PagedTable } from '../list/paged-table.tsx'
import { queryOf } from '../routing/search.ts'
import { useCan } from '../session/use-session.ts'
import { joinItems } from '../time/join-items.ts'
import { IMPORT_WORDS } from '../words/imports.ts'
import { OUTLET_IMPORT_WORDS as importWords } from '../words/outlet-import.ts'
import { OUTLET_PIN_WORDS as pinWords } from '../words/outlet-pins.ts'
import { OUTLET_WORDS as words } from '../words/outlets.ts'
import { writePosition } from './position.ts'

const GeneratePins = lazy(async () => ({
  default: (await import('./generate-pins.tsx')).GeneratePins,
}))

type Outlet = ResponseBody<typeof listOutlets>['items'][number]

const COLUMNS: Column<Outlet>[] = [
  {
    title: words.one,
    sort: 'name',
    cell: ({ id, name, addressLine, addressFull }) => (
      <TwoLines
        main={<RecordLink to="/outlets/$id" id={id} name={name} />}
        below={addressFull || addressLine}
      />
    ),
  },
  { title: words.city, sort: 'city', cell: ({ city, countryCode }) => joinItems([city, countryCode]) },
  {
    title: words.position,
    nowrap: true,
    cell: ({ latitude, longitude }) =>
      latitude === null || longitude === null ? (
        words.noPosition
      ) : (
        <bdi dir="ltr">{writePosition({ latitude, longitude })}</bdi>
      ),
  },
  { title: words.pin, nowrap: true, cell: ({ hasPin }) => (hasPin ? words.pinSet : words.pinNotSet) },
  { title: words.state, cell: ({ isActive }) => <ActiveDot isActive={isActive} /> },
]

export function OutletList({ merchantId }: { merchantId: string }) {
  const { search } = useListSearch()
  const page = useApiQuery(listOutlets, {
    params: { id: merchantId },
    query: { ...queryOf(listOutlets, search), count: true },
  })
  const exported = { params: { id: merchantId }, query: queryOf(exportOutlets, search) }
  const can = useCan()
  const [isGenerating, setGenerating] = useState(false)
  const hasOutlets = (page.data?.items.length ?? 0) > 0
  const create = can(createOutlet) ? (
    <ButtonLink to="/merchants/$id/outlets/new" params={{ id: merchantId }}>
      {words.create}
    </ButtonLink>
  ) : null
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <FilterField name="q" label={words.search} />
        <Group gap="xs">
          {hasOutlets && <ExportButton address={addressOf(exportOutlets, exported)} />}
          {create && (
            <>
              {can(generatePins) && hasOutlets && (
                <Button variant="default" onClick={() => setGenerating(true)}>
                  {pinWords.open}
                </Button>
              )}
              <ButtonLink to="/merchants/$id/outlets/import" params={{ id: merchantId }} variant="default">
                {words.import}
              </ButtonLink>
              {create}
            </>
          )}
        </Group>
      </Group>
      <ImportNotice merchantId={merchantId} />
      <PagedTable
        label={words.title}
        page={page}
        columns={COLUMNS}
        empty={words.none}
        create={create}
        sorts={OUTLET_SORTS}
      />
      {isGenerating && (
        <Suspense fallback={null}>
          <GeneratePins
            merchantId={merchantId}
            q={queryOf(listOutlets, search).q}
            close={() => setGenerating(false)}
          />
        </Suspense>
      )}
    </Stack>
  )
}

/** An import that is running can be found again from here. */
function ImportNotice({ merchantId }: { merchantId: string }) {
  const latest = useLatestImport(listOutletImports, merchantId).data?.items[0]
  if (latest?.state !== 'RUNNING') return null
  return (
    <Group gap="xs" role="status">
      <Text size="sm">
        {importWords.running} {IMPORT_WORDS.progress(latest.done, latest.total)}
      </Text>
      <AnchorLink to="/merchants/$id/outlets/import" params={{ id: merchantId }} size="sm">
        {importWords.show}
      </AnchorLink>
    </Group>
  )
}
