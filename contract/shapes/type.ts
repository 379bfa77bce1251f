import type TypeBox from 'typebox'
import type { TObject, TSchema } from 'typebox'

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'String'
  | 'Union'
  | 'Unsafe'
>
type Options = object
type Properties = Record<string, TSchema>

const optionalSchemas = new WeakSet<TSchema>()

function optional(schema: TSchema): TSchema {
  const copy = { ...schema }
  optionalSchemas.add(copy)
  return copy
}

function object(properties: Properties, options?: Options) {
  const required = Object.keys(properties).filter((name) => !optionalSchemas.has(properties[name] as TSchema))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

/** Without the options of the given object, as in TypeBox. */
function partial({ properties }: TObject, options?: Options) {
  const optionals = Object.entries(properties).map(([name, schema]) => [name, optional(schema)])
  return object(Object.fromEntries(optionals), options)
}

/**
 * The builders of TypeBox that our schemas use, with the same types and results. Importing TypeBox itself loads
 * 373 files, which takes half of a command's start-up time.
 */
export const Type = {
  Array: (items: TSchema, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Object: object,
  Optional: optional,
  Partial: partial,
  String: (options?: Options) => ({ type: 'string', ...options }),
  Union: (anyOf: TSchema[], options?: Options) => ({ anyOf, ...options }),
  Unsafe: (schema: TSchema) => schema,
} satisfies Record<keyof Builders, unknown> as unknown as Builders
