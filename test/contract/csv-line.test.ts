import { csvLine } from '@counterfoil/contract/csv-line.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['\nx', "'\nx"],
  ['\t=1', "'\t'=1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['\uFEFF=1+1', "'\uFEFF=1+1"],
  ['\u200B=1+1', "'\u200B=1+1"],
  ['\u00A0 =1+1', "'\u00A0 =1+1"],
  ['  =1+1', "'  =1+1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; =1+1', "x;' =1+1"],
  ['a;b;@c;d', "a;b;'@c;d"],
  ['x\n=1+1', "x\n'=1+1"],
  ['x\r\n=1+1', "x\r\n'=1+1"],
  ['x\r@y', "x\r'@y"],
  ['x\u2028=1', "x\u2028'=1"],
  ['x\n\uFEFF＝1', "x\n'\uFEFF＝1"],
  ['=1;=2\n=3', "'=1;'=2\n'=3"],
  ['a=b', 'a=b'],
  ['12-34', '12-34'],
  ['a; b\nc', 'a; b\nc'],
  ['say "a, b"\r\nand more', 'say "a, b"\r\nand more'],
  ['', ''],
  [-6.2, '-6.2'],
  [true, 'true'],
  [null, ''],
])('%j is read back as %j', (cell, expected) => {
  expect(parse(csvLine([cell, 'next']))).toEqual([[expected, 'next']])
})

test('texts are quoted; numbers, booleans and null are not', () => {
  expect(csvLine(['id', 'a "b"', '', 1.5, false, null, 'x'])).toBe('"id","a ""b""","",1.5,false,,"x"\r\n')
})

test('a long cell of line breaks is written fast', () => {
  const startedMs = performance.now()
  csvLine(['\n'.repeat(20_000)])
  expect(performance.now() - startedMs).toBeLessThan(1000)
})
