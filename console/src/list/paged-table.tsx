import { Alert, Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { explain } from '../api/error-translator.ts'
import type { ListState } from './list-state.ts'

export type Column<T> = { title: string; cell: (item: T) => ReactNode; nowrap?: boolean }

/** A page of a list, whatever state it is in. */
export function PagedTable<T extends { id: string }>({
  label,
  page,
  state,
  columns,
  empty,
}: {
  label: string
  page: UseQueryResult<{ items: T[]; nextCursor: string | null }>
  state: ListState
  columns: Column<T>[]
  empty: string
}) {
  if (page.isError && !page.data) {
    return (
      <Alert color="red" variant="light" role="alert" title="The list could not be loaded">
        <Stack align="flex-start" gap="sm">
          {explain(page.error)}
          <Button size="xs" variant="default" onClick={() => page.refetch()}>
            Try again
          </Button>
        </Stack>
      </Alert>
    )
  }
  if (!page.data) return <Skeletons />
  const { items, nextCursor } = page.data
  if (items.length === 0) {
    return <Text c="dimmed">{Object.keys(state.query).length > 0 ? 'Nothing matches.' : empty}</Text>
  }
  return (
    <Stack gap="md">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="scroll" aria-label={label} tabIndex={0} aria-busy={page.isPlaceholderData}>
        <Table className="rows" verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title }) => (
                <Table.Th key={title} scope="col" className="nowrap">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <Table.Tr key={item.id}>
                {columns.map(({ title, cell, nowrap }) => (
                  <Table.Td key={title} {...(nowrap && { className: 'nowrap' })}>
                    {cell(item)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Pager state={state} nextCursor={nextCursor} />
    </Stack>
  )
}

/** A cursor only goes on; back is the browser's own. */
function Pager({ state, nextCursor }: { state: ListState; nextCursor: string | null }) {
  if (state.firstHref === null && nextCursor === null) return null
  return (
    <Group component="nav" aria-label="Pages" gap="xs">
      {state.firstHref !== null && (
        <Button component="a" href={state.firstHref} size="xs" variant="default">
          First page
        </Button>
      )}
      {nextCursor !== null && (
        <Button component="a" href={state.nextHref(nextCursor)} size="xs" variant="default">
          Next page
        </Button>
      )}
    </Group>
  )
}

function Skeletons() {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} height={36} />
      ))}
    </Stack>
  )
}
