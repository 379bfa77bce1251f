import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

export type Column<T> = { title: string; cell: (item: T) => ReactNode; nowrap?: boolean; isNumber?: boolean }

/** A table that scrolls sideways on a narrow screen. */
export function DataTable<T>({
  label,
  items,
  columns,
  keyOf,
  isBusy = false,
}: {
  label: string
  items: T[]
  columns: Column<T>[]
  keyOf: (item: T) => string
  isBusy?: boolean
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0} aria-busy={isBusy}>
      <Table className="rows" verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumber }) => (
              <Table.Th key={title} scope="col" className={isNumber ? 'nowrap number' : 'nowrap'}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={keyOf(item)}>
              {columns.map(({ title, cell, nowrap, isNumber }) => (
                <Table.Td key={title} className={isNumber ? 'nowrap number' : nowrap ? 'nowrap' : ''}>
                  {cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
