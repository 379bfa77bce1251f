/** As much of JSON Schema as the contract uses. */
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

/** An example of a whole, put together from the examples of its fields, so that none is kept twice. */
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
      throw new Error(`Give this field an example: ${JSON.stringify(schema)}`)
  }
}
