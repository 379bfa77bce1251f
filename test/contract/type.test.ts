import TypeBox from 'typebox'
import { expect, test } from 'vitest'
import { Type } from '../../contract/shapes/type.ts'

/** The same schemas, built with our `Type` or with TypeBox. */
const schemasOf = (T: typeof Type) => {
  const text = T.String({ minLength: 1, description: 'a name' })
  const fields = { text, flag: T.Optional(T.Boolean()), count: T.Integer({ minimum: 0 }) }
  const record = T.Object(fields, { title: 'Record', additionalProperties: false })
  return {
    string: T.String(),
    array: T.Array(text, { maxItems: 2 }),
    numbers: [T.Integer(), T.Number({ maximum: 1 }), T.Boolean({ examples: [true] })],
    literals: [T.Literal(true), T.Literal('one', { description: 'text' }), T.Literal(1)],
    unsafe: T.Unsafe<string | null>({ type: ['string', 'null'] }),
    union: T.Union([text, record], { title: 'Either' }),
    record,
    empty: T.Object({}),
    optionalOnly: T.Object({ text: T.Optional(text) }),
    partial: T.Partial(record),
    partialWithOptions: T.Partial(T.Object(fields), { minProperties: 1 }),
    partialInside: T.Object({ ...T.Partial(record).properties, further: text }),
    copyOfOptional: T.Object({ text: { ...T.Optional(text) } }),
  }
}

test('every builder gives the schema that TypeBox gives', () => {
  expect(JSON.parse(JSON.stringify(schemasOf(Type)))).toEqual(JSON.parse(JSON.stringify(schemasOf(TypeBox))))
})

test('Optional does not change its argument', () => {
  const text = Type.String()
  Type.Optional(text)
  expect(Type.Object({ text })).toMatchObject({ required: ['text'] })
})
