/** The part of JSON Schema that the contract uses. */
export type JsonSchema = {
  type?: string | string[]
  title?: string
  description?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
}

/** Builds the example of an object from the examples of its fields, so each example is written once. */
export function exampleOf(schema: JsonSchema): unknown {
  const given = [schema.examples?.[0], schema.const, schema.enum?.[0], schema.default].find(
    (value) => value !== undefined,
  )
  if (given !== undefined) return given
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0])
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field)]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      throw new Error(`This field needs an example: ${JSON.stringify(schema)}`)
  }
}
