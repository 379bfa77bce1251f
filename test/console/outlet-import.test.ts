import { expect, test } from 'vitest'
import { readCsv } from '../../console/src/outlets/csv-table.ts'
import { writeImportFile } from '../../console/src/outlets/import-file.ts'

test('CSV as spreadsheets write it: byte order mark, semicolons, quotes, line breaks in quotes, empty lines', () => {
  expect(readCsv('\ufeffname;city\r\n"A ""b"";\nc";Ipoh\r\n\r\nD;E')).toEqual({
    header: ['name', 'city'],
    rows: [
      { line: 2, cells: ['A "b";\nc', 'Ipoh'] },
      { line: 5, cells: ['D', 'E'] },
    ],
  })
})

test('the file for the service: commas, points, true and false; quotes where needed', async () => {
  const table = readCsv(
    'name;latitude;isActive;city\nA, at last;3,14;yes;Ipoh\nB;;no;"Say ""hi"""\nC;1.5;perhaps;X',
  )
  expect(await writeImportFile(table).text()).toBe(
    'name,latitude,isActive,city\n"A, at last",3.14,true,Ipoh\nB,,false,"Say ""hi"""\nC,1.5,perhaps,X\n',
  )
})

test('each row keeps the line that it has on the disk, after empty lines and line breaks in quotes', async () => {
  const table = readCsv('name,city\n\n"A\n",Ipoh\n\n\nB,Ipoh')
  const lines = (await writeImportFile(table).text()).split('\n')
  expect(table.rows.map(({ line }) => [line, lines[line - 1]])).toEqual([
    [3, 'A,Ipoh'],
    [7, 'B,Ipoh'],
  ])
})

test('a row with too few or too many cells stays as it is, so that the service can say so', async () => {
  const table = readCsv('name,city\nA\nB,Ipoh,more')
  expect(await writeImportFile(table).text()).toBe('name,city\nA\nB,Ipoh,more\n')
})
