import type { FastifyInstance } from 'fastify'
import { malformed, sendRefusal } from './http.ts'
import { invalid } from './refusal.ts'
import { compile, readQuery, unstorableText } from './validation.ts'

/** What was sent is what is judged: no coercion, no filling in, nothing dropped. */
export function strictValidation(server: FastifyInstance): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = compile(schema as object)
    const judge = (data: unknown) => {
      const value =
        httpPart === 'querystring' ? readQuery(schema as object, data as Record<string, unknown>) : data
      return validate(value)
        ? { value }
        : { error: Object.assign(new Error('invalid'), { validation: validate.errors }) }
    }
    return judge as never
  })
  // Path and query, whatever their schema: text that no column could hold.
  server.addHook('preHandler', async (request, reply) => {
    const issue = unstorableText(request.params) ?? unstorableText(request.query)
    if (issue) return sendRefusal(reply, invalid(issue))
  })
}

/** JSON and nothing else, unless a route says so; the raw bytes are kept for signatures. */
export function jsonBodies(server: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    // A DELETE that announces JSON and sends none works.
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(malformed('the body is not valid UTF-8') as never)
    }
    parse(request, text, (error, value) => {
      if (error) return done(malformed('the body is not valid JSON') as never)
      // Only an escape can smuggle these in: raw, neither JSON nor UTF-8 lets them through.
      const issue = text.includes('\\u') ? unstorableText(value) : null
      done((issue && invalid(issue)) as never, value)
    })
  })
}

/** One line a request, by its route and never by its URL, which may hold an external id or a search for a person. */
export function requestLog(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.config.route?.path ?? request.routeOptions.url ?? null
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](fields, 'request')
  })
}
