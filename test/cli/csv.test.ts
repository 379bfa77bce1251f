import { reasonInEnglish } from '@counterfoil/contract/words/in-english.ts'
import { reasonWith } from '@counterfoil/contract/words/reason.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecords } from '../../src/platform/csv/csv-records.ts'
import { type Columns, readRows } from '../../src/platform/csv/csv-rows.ts'

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function records(content: string | Buffer, chunk = 65_536) {
  const found = await Array.fromAsync(readRecords(inChunks(Buffer.from(content), chunk)))
  return found.map(({ line, fields, problem }) => [line, fields ?? reasonInEnglish(problem)])
}

const rows = (content: string, columns: Columns) =>
  Array.fromAsync(readRows(inChunks(Buffer.from(content), 7), columns))

test('reads a byte order mark, CRLF, quotes, line feeds in a field, empty lines and a missing final line feed', async () => {
  const content = '\uFEFFa,b\r\n\r\n"x, ""y""\r\nz",2\r\n  \n 3 , "4"\n\n5,""'
  for (const chunk of [1, 2, 3, 1000])
    expect(await records(content, chunk)).toEqual([
      [1, ['a', 'b']],
      [3, ['x, "y"\r\nz', '2']],
      [6, ['3', '4']],
      [8, ['5', '']],
    ])
})

test('an unclosed quote rejects its own line and no other', async () => {
  const stray = 'has a stray quote: a field with quotes in it is written as "a ""quoted"" word"'
  expect(await records('a,b\n"x,1\ny,2\n"z",3\n')).toEqual([
    [1, ['a', 'b']],
    [2, stray],
    [3, ['y', '2']],
    [4, ['z', '3']],
  ])
  expect(await records('5" disk,1\ny,2\n7" disk,3\n"z"x,4\nlast,5')).toEqual([
    [1, stray],
    [2, ['y', '2']],
    [3, stray],
    [4, stray],
    [5, ['last', '5']],
  ])
})

test('bytes that are not UTF-8 reject their own line', async () => {
  const content = Buffer.concat([Buffer.from('a\n'), Buffer.from([0x4b, 0xe9, 0x0a]), Buffer.from('é\n')])
  expect(await records(content, 1)).toEqual([
    [1, ['a']],
    [2, 'is not valid UTF-8'],
    [3, ['é']],
  ])
})

test('a line of 10 MB or a quoted field of 10 MB is one problem; the lines after it are read', async () => {
  const long = 'x'.repeat(10 * 1024 * 1024)
  expect(await records(`a\n${long}\nb\n"${long}"\nc\n${long}`)).toEqual([
    [1, ['a']],
    [2, 'is longer than 64 KiB'],
    [3, ['b']],
    [4, 'is longer than 64 KiB'],
    [5, ['c']],
    [6, 'is longer than 64 KiB'],
  ])
  expect((await records(`"open\n${'short\n'.repeat(20_000)}`)).length).toBe(20_001)
})

test('any cells written as CSV are read back unchanged, in chunks of any size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '𝄞', '"', ',', ';', '\n', '\r\n', ' ') })
  const written = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (table, chunk) => {
        const content = table.map((row) => `${row.map(written).join(',')}\n`).join('')
        expect((await records(content, chunk)).map(([, fields]) => fields)).toEqual(table)
      },
    ),
  )
})

test('validation_failed names unknown, repeated and missing columns; a row with too few fields is a problem', async () => {
  const columns = { known: ['name', 'slug', 'pin'], required: ['name', 'slug'] }
  await expect(rows('name,color,name\nx,y,z\n', columns)).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [
      { path: '/color', message: 'is not a known column (known columns: name, slug, pin)' },
      { path: '/name', message: 'occurs twice' },
      { path: '/slug', message: 'is a required column' },
    ],
  })
  await expect(rows('\n \n', columns)).rejects.toMatchObject({
    issues: [{ message: 'the file is empty: its first line must name the columns' }],
  })
  await expect(rows('"name,slug\n', columns)).rejects.toMatchObject({
    issues: [{ message: expect.stringMatching(/^line 1, the header row, has a stray quote/) }],
  })
  expect(await rows('slug,pin,name\na,,b\n,,\nc,d\n', columns)).toEqual([
    { line: 2, cells: { slug: 'a', name: 'b' }, problem: null },
    { line: 4, fields: null, problem: reasonWith('issue.fields', { count: 2, expected: 3 }) },
  ])
})
