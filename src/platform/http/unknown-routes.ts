import type { FastifyInstance } from 'fastify'
import { refuse } from '../refusal.ts'
import { sendRefusal } from './refusal-reply.ts'

/** Unknown routes answer 404 before the body is read: nothing in it can change the response. */
export function rejectUnknownRoutes(server: FastifyInstance): void {
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('not_found')))
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendRefusal(reply, refuse('not_found'))
    else done()
  })
}
