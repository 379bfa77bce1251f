import type { ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { compile, compileForBulk, queryReader, unstorableText } from '../input/validation.ts'
import { invalid } from '../refusal.ts'
import { sendRefusal } from './refusal-reply.ts'

/** Validates requests exactly as they arrived: no coercion, no defaults, no properties dropped. */
export function validateRequests(server: FastifyInstance): void {
  server.setValidatorCompiler(validatorCompiler(compile))
  // Also refuses text in the query that no column can store, whatever the schema says. In a path such text needs no
  // check: it is an id that cannot exist.
  server.addHook('preHandler', (request, reply, done) => {
    // Such text is always percent-encoded: a raw URL cannot contain it.
    if (!request.raw.url?.includes('%') || !request.routeOptions.config.route?.query) return done()
    const issue = unstorableText(request.query)
    if (issue) sendRefusal(reply, invalid(issue))
    else done()
  })
}

/** Reports only the first issue, for routes with large bodies. */
export function validateBulkRequests(server: FastifyInstance): void {
  server.setValidatorCompiler(validatorCompiler(compileForBulk))
}

/**
 * Compiles a schema at the first request that needs it. Compiling all schemas would take a quarter of the start-up time.
 */
function validatorCompiler(compileSchema: typeof compile): FastifySchemaCompiler<object> {
  return ({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined
    const readQuery = httpPart === 'querystring' ? queryReader(schema) : null
    const validator = (value: unknown) => {
      validate ??= compileSchema(schema)
      readQuery?.(value as Record<string, unknown>)
      return validate(value)
        ? { value }
        : { error: Object.assign(new Error('invalid'), { validation: validate.errors }) }
    }
    return validator as never
  }
}
