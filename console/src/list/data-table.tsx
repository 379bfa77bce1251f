import { Table } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { KIT_WORDS as words } from '../words/kit.ts'
import type { Selection } from './selection.ts'
import { orderBy, SortButton, type Sorting } from './sorting.tsx'

export type Column<T> = {
  title: string
  cell: (item: T) => ReactNode
  nowrap?: boolean
  isNumber?: boolean
  /** The field that its heading sorts by. */
  sort?: string
}

/** A screen shows about this many rows. They appear first, the others follow. */
const FIRST_ROWS = 15

/**
 * On a phone, each row becomes a card. A table of numbers stays a table and scrolls sideways, since numbers are compared
 * from row to row. Rows and cells are plain elements: a component of Mantine for each of hundreds of cells would delay
 * the list.
 */
export function DataTable<T>({
  label,
  items,
  columns,
  keyOf,
  empty,
  isBusy = false,
  sorting = null,
  selection = null,
}: {
  label: string
  items: T[]
  columns: Column<T>[]
  keyOf: (item: T) => string
  /** What to show instead of a table without rows. */
  empty?: ReactNode
  isBusy?: boolean
  sorting?: Sorting | null
  /** Each row gets a checkbox. */
  selection?: Selection | null
}) {
  const isNumeric = columns.slice(1).every(({ isNumber }) => isNumber)
  const shown = useDeferredValue(items, items.slice(0, FIRST_ROWS))
  if (items.length === 0 && empty !== undefined) return empty
  return (
    <ScrollBox label={label} isBusy={isBusy || shown !== items}>
      <Table className={isNumeric ? 'rows' : 'rows cards'}>
        <thead>
          <tr>
            {selection && <th className="select">{selectAll(items.map(keyOf), selection)}</th>}
            {columns.map(({ title, isNumber, sort }) => (
              <th
                key={title}
                scope="col"
                className={isNumber ? 'nowrap number' : 'nowrap'}
                aria-sort={sort && sorting ? orderBy(sort, sorting) : undefined}
              >
                {sort && sorting ? <SortButton title={title} field={sort} sorting={sorting} /> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((item, place) => (
            <tr key={keyOf(item)}>
              {selection && <td className="select">{selectOne(keyOf(item), place, selection)}</td>}
              {columns.map(({ title, cell, nowrap, isNumber }) => (
                <td
                  key={title}
                  data-label={title}
                  className={isNumber ? 'nowrap number' : nowrap ? 'nowrap' : ''}
                >
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </ScrollBox>
  )
}

function selectAll(ids: string[], { ids: selected, set }: Selection) {
  const isWhole = selected.length === ids.length
  return (
    <input
      type="checkbox"
      aria-label={words.selectPage}
      checked={isWhole}
      onChange={() => set(isWhole ? [] : ids)}
    />
  )
}

function selectOne(id: string, place: number, { has, toggle }: Selection) {
  return (
    <input
      type="checkbox"
      aria-label={words.selectRow(place + 1)}
      checked={has(id)}
      onChange={() => toggle(id)}
    />
  )
}
