import { expect, test } from 'vitest'
import { assignments, Fragment, identifier, insertion, render } from '../../../src/platform/database/sql.ts'

const sql = (strings: TemplateStringsArray, ...values: unknown[]) => new Fragment(strings, values)

test('values become parameters, in order', () => {
  expect(render(sql`select ${1} where a = ${'x'} or b = ${null}`)).toEqual({
    text: 'select $1 where a = $2 or b = $3',
    values: ['1', 'x', null],
  })
})

test('a nested fragment adds its parameters, numbered consecutively', () => {
  const filter = sql`id = ${'a'} and ${sql`kind = ${'b'}`}`
  expect(render(sql`select ${0} from t where ${filter} limit ${9}`)).toEqual({
    text: 'select $1 from t where id = $2 and kind = $3 limit $4',
    values: ['0', 'a', 'b', '9'],
  })
})

test('values as PostgreSQL reads them', () => {
  const at = new Date('2026-11-15T20:30:00.123Z')
  const values = [true, 5n, 1.5, at, Buffer.from('hi'), ['a"b', null, 'c,d'], [1, 2], [at], { a: [1] }]
  expect(values.map((value) => render(sql`${value}`).values[0])).toEqual([
    'true',
    '5',
    '1.5',
    '2026-11-15T20:30:00.123Z',
    Buffer.from('hi'),
    '{"a\\"b",null,"c,d"}',
    '{1,2}',
    '{"2026-11-15T20:30:00.123Z"}',
    '{"a":[1]}',
  ])
})

test('undefined is refused: it would be stored as null by mistake', () => {
  expect(() => render(sql`select ${undefined}`)).toThrow(/undefined/)
  expect(() => render(sql`insert into t ${insertion({ a: undefined })}`)).toThrow(/undefined/)
})

test('insertion: columns in snake_case, one row or several', () => {
  expect(render(sql`insert into t ${insertion({ id: 1, createdAt: 'x' })} returning id`)).toEqual({
    text: 'insert into t ("id", "created_at") values ($1, $2) returning id',
    values: ['1', 'x'],
  })
  expect(
    render(
      sql`insert into t ${insertion([
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ])}`,
    ),
  ).toEqual({
    text: 'insert into t ("a", "b") values ($1, $2), ($3, $4)',
    values: ['1', '2', '3', '4'],
  })
})

test('assignments: the given columns only', () => {
  expect(
    render(sql`update t set ${assignments({ displayName: 'x', isNew: false })} where id = ${7}`),
  ).toEqual({
    text: 'update t set "display_name" = $1, "is_new" = $2 where id = $3',
    values: ['x', 'false', '7'],
  })
})

test('identifier: quotes a name chosen at run time', () => {
  expect(render(sql`select ${identifier('e.created_at')} from ${identifier('odd"name')}`).text).toBe(
    'select "e"."created_at" from "odd""name"',
  )
})
