import { expect, test } from 'vitest'
import {
  ascending,
  descending,
  NEVER,
  type SortColumn,
  type SortedPage,
} from '../../src/platform/database/keyset.ts'
import { listSorted, rowsAfter, type SortedList } from '../../src/platform/input/sorted-list.ts'
import { issueAt, Refusal } from '../../src/platform/refusal.ts'

type Row = { id: string; name: string; at: string; end: string | null }

const ID: SortColumn<Row> = { sql: 'id', type: 'uuid', of: ({ id }) => id }
const NAME: SortColumn<Row> = { sql: 'lower(name)', type: 'lowerText', of: ({ name }) => name }
const TIME: SortColumn<Row> = { sql: 'at', type: 'time', of: ({ at }) => at }
const END: SortColumn<Row> = { sql: 'ends_at(end)', type: 'end', of: ({ end }) => end ?? NEVER }

const BY_ID: SortedList<'-createdAt' | 'name' | 'end', Row> = {
  name: 'rows',
  default: '-createdAt',
  sorts: { '-createdAt': descending(ID), name: ascending(NAME, ID), end: ascending(END, ID) },
}
const BY_TIME: SortedList<'-at' | 'at', Row> = {
  name: 'rows',
  default: '-at',
  sorts: { '-at': descending(TIME, ID), at: ascending(TIME, ID) },
}

const row: Row = {
  id: '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d',
  name: '100 % | “Kopi” %7C',
  at: '2026-11-15T08:30:00.000Z',
  end: null,
}
const rows = [row, { ...row, id: '0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9c' }]
const count = async () => ({ value: 2, isExact: true })

async function cursorOf<Name extends string>(list: SortedList<Name, Row>, sort?: Name): Promise<string> {
  const page = await listSorted(list, { limit: 1, ...(sort && { sort }) }, { rows: async () => rows, count })
  return page instanceof Refusal ? '' : (page.nextCursor ?? '')
}

async function requestWith<Name extends string>(list: SortedList<Name, Row>, cursor: string, sort?: Name) {
  const requests: SortedPage<Row>[] = []
  const fetch = async (page: SortedPage<Row>) => {
    requests.push(page)
    return []
  }
  const result = await listSorted(list, { cursor, ...(sort && { sort }) }, { rows: fetch, count })
  return result instanceof Refusal ? result.issues : requests[0]?.after
}

test('a cursor holds the position of the last row, with any text in it', async () => {
  expect(await requestWith(BY_ID, await cursorOf(BY_ID))).toEqual([row.id])
  expect(await requestWith(BY_ID, await cursorOf(BY_ID, 'name'), 'name')).toEqual([row.name, row.id])
  expect(await requestWith(BY_ID, await cursorOf(BY_ID, 'end'), 'end')).toEqual([NEVER, row.id])
  expect(await requestWith(BY_TIME, await cursorOf(BY_TIME, 'at'), 'at')).toEqual([row.at, row.id])
})

test('in the default order, cursors have the form of the release before sorting', async () => {
  const text = (cursor: string) => Buffer.from(cursor, 'base64url').toString()
  expect(text(await cursorOf(BY_ID))).toBe(row.id)
  expect(text(await cursorOf(BY_TIME))).toBe(`rows|${row.at}|${row.id}`)
})

const NOT_OURS = [issueAt('/cursor', 'issue.cursorOfSort')]

test('a cursor of another sort, of another list, or one that nobody issued is refused', async () => {
  expect(await requestWith(BY_ID, await cursorOf(BY_ID, 'name'))).toEqual(NOT_OURS)
  expect(await requestWith(BY_ID, await cursorOf(BY_ID), 'name')).toEqual(NOT_OURS)
  expect(await requestWith(BY_TIME, await cursorOf(BY_TIME, 'at'))).toEqual(NOT_OURS)
  expect(await requestWith({ ...BY_TIME, name: 'others' }, await cursorOf(BY_TIME))).toEqual(NOT_OURS)
  const texts = [
    '',
    'x',
    `rows|name|a\0|${row.id}`,
    `rows|name|${row.id}`,
    `rows|name|a|b|${row.id}`,
    'rows|end|x|y',
  ]
  for (const text of texts) {
    const cursor = Buffer.from(text).toString('base64url')
    for (const sort of ['-createdAt', 'name', 'end'] as const)
      expect([text, sort, await requestWith(BY_ID, cursor, sort)]).toEqual([text, sort, NOT_OURS])
  }
})

test('rows are counted only if the query asks for it', async () => {
  const list = (query: object) => listSorted(BY_ID, query, { rows: async () => rows, count })
  expect(await list({})).toEqual({ items: rows, nextCursor: null })
  expect(await list({ count: false })).toEqual({ items: rows, nextCursor: null })
  expect(await list({ count: true })).toEqual({
    items: rows,
    nextCursor: null,
    count: { value: 2, isExact: true },
  })
})

test('an export continues after the last row in the order of its sort', async () => {
  const after: SortedPage<Row>['after'][] = []
  const fetch = rowsAfter(BY_ID, 'name', async (page) => {
    after.push(page.after)
    return []
  })
  await fetch(null, 10)
  await fetch(row, 10)
  expect(after).toEqual([null, [row.name, row.id]])
})
