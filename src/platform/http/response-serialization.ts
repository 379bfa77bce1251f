import type { FastifyReply } from 'fastify'

type Serialize = (body: unknown) => string

/** The serializer of each schema, shared by all apps of this process. */
const serializers = new WeakMap<object, Serialize>()

/**
 * Writes the JSON of a response: the properties of its schema and no others. The first response of a route compiles its
 * schema. Compiling all schemas at the start would take a fifth of the start-up time.
 */
export function serializerOf(reply: FastifyReply, schema: object): Serialize {
  const known = serializers.get(schema)
  if (known) return known
  const compiled = reply.compileSerializationSchema(schema as Record<string, unknown>) as Serialize
  serializers.set(schema, compiled)
  return compiled
}
