import { expect, test } from 'vitest'
import { readCsv } from '../../console/src/outlets/csv-table.ts'
import { planImport } from '../../console/src/outlets/import-plan.ts'

const SURIA = {
  id: '01999d58-77c4-7e0d-a2b9-4d8e16f35b03',
  version: 3,
  name: 'Suria',
  addressLine: 'Lot 241',
  city: 'Kuala Lumpur',
  countryCode: 'MY',
  latitude: 3.1579,
  longitude: 101.7116,
  isActive: true,
}
const HEADER = 'name,addressLine,city,countryCode,latitude,longitude,pin'
const plan = (...lines: string[]) => {
  const planned = planImport([HEADER, ...lines].join('\r\n'), [SURIA])
  return 'rows' in planned ? planned.rows : [planned.problem]
}

test('CSV as spreadsheets write it: byte order mark, semicolons, quotes, line breaks in quotes, empty lines', () => {
  expect(readCsv('\ufeffname;city\r\n"A ""b"";\nc";Ipoh\r\n\r\nD;E')).toEqual({
    header: ['name', 'city'],
    rows: [
      { line: 2, cells: ['A "b";\nc', 'Ipoh'] },
      { line: 5, cells: ['D', 'E'] },
    ],
  })
})

test('a row is new, changed, same or wrong', () => {
  expect(
    plan(
      'Bangsar,5 Jalan Telawi,Kuala Lumpur,MY,3.13,101.67,0042',
      'Suria,Lot 241,Kuala Lumpur,MY,3.1579,101.7116,',
    ),
  ).toMatchObject([
    { line: 2, kind: 'new', body: { name: 'Bangsar', latitude: 3.13, pin: '0042' } },
    { line: 3, kind: 'same' },
  ])
  expect(plan('Suria,Lot 242,Kuala Lumpur,MY,3.1580,101.7116,')).toMatchObject([
    { kind: 'changed', version: 3, body: { addressLine: 'Lot 242', latitude: 3.158, longitude: 101.7116 } },
  ])
  expect(plan('Suria,Lot 241,Kuala Lumpur,MY,3.1579,101.7116,4821')).toMatchObject([
    { kind: 'changed', body: { pin: '4821' } },
  ])
})

test.each([
  ['X,Y,Z,Malaysia,,,', 'countryCode: Must be two ASCII letters (ISO 3166-1 alpha-2)'],
  ['X,,Z,MY,,,', 'addressLine: Required'],
  ['X,Y,Z,MY,3.1,,', 'Latitude and longitude belong together'],
  ['X,Y,Z,MY,north,101,', 'latitude: A number'],
  ['X,Y,Z,MY,91,101,', 'latitude: At most 90'],
  ['X,Y,Z,MY,,,12345', 'pin: Must be exactly 4 digits, 0 to 9'],
  ['X,Y,Z,MY,,,,,', 'More cells than the header has columns'],
])('wrong: %s', (line, problem) => {
  expect(plan(line)).toMatchObject([{ kind: 'wrong', problems: [problem] }])
})

test('wrong: the same name twice, with the line of the first', () => {
  expect(plan('X,Y,Z,MY,,,', 'X,Y,Z,MY,,,')[1]).toMatchObject({
    kind: 'wrong',
    problems: ['The same name stands in line 2'],
  })
})

test.each([
  ['name,addressLine,city', 'The file has no column countryCode.'],
  ['name,addressLine,city,countryCode', 'The file has no rows.'],
  ['name,addressLine,city,countryCode,fax\nA,B,C,MY,1', 'The file has columns that aren’t known: fax.'],
])('the whole file is refused: %s', (text, problem) => {
  expect(planImport(text, [])).toEqual({ problem: expect.stringContaining(problem) })
})
