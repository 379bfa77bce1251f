/** The parts of the OpenAPI document that the reference shows. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  examples?: unknown[]
}
export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, { $ref?: string }> }
>
export type Response = { $ref?: string; description?: string; content?: Content }
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
export type ApiDocument = {
  info: { version: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

/** Follows a reference of the document, such as `#/components/schemas/Error`. */
export function resolve<T extends { $ref?: string }>(document: ApiDocument, value: T): T {
  if (!value.$ref) return value
  const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref) ?? []
  const found = document.components[section]?.[name]
  if (found === undefined) throw new Error(`openapi.json has no ${value.$ref}`)
  return found as T
}
