import { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify'

export type ResponseDeadlines = {
  /** The time from the headers until the request is complete and its caller is known. */
  receivingMs: number
  /** The time from there until the response begins. A route that needs more has its own `timeoutMs`. */
  handlingMs: number
}

declare module 'fastify' {
  interface FastifyReply {
    /** When the response must begin, in the time of `performance.now()`. */
    dueMs: number
  }
}

/**
 * Answers 503 to requests that miss their deadline. Fastify's own `handlerTimeout` creates an AbortController for each
 * request and aborts it at the end of each: that costs a tenth of a redemption's time.
 */
export function enforceResponseDeadlines(
  server: FastifyInstance,
  { receivingMs, handlingMs }: ResponseDeadlines,
): void {
  const unanswered = new Set<FastifyReply>()
  let isClosing = false
  server.decorateReply('dueMs', 0)
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.handlerTimeout) {
      reply.dueMs = performance.now() + receivingMs
      unanswered.add(reply)
    }
    done()
  })
  server.addHook('preHandler', (_request, reply, done) => {
    reply.dueMs = performance.now() + handlingMs
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    unanswered.delete(reply)
    done()
  })
  const refuseOverdue = () => {
    const nowMs = performance.now()
    for (const reply of unanswered) {
      if (reply.dueMs > nowMs) continue
      const { headersSent, closed } = reply.raw
      // An image can take long on a slow line, so only a shutdown cuts it off.
      if (headersSent && !closed && !isClosing) continue
      unanswered.delete(reply)
      if (headersSent) reply.raw.destroy()
      else if (!reply.sent) reply.send(timeoutError(reply))
    }
  }
  const timer = setInterval(refuseOverdue, handlingMs / 25).unref()
  server.addHook('preClose', async () => {
    isClosing = true
  })
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Names the route, never the URL: the error is logged. */
function timeoutError({ elapsedTime, request }: FastifyReply): Error {
  const route = request.routeOptions.url ?? 'unknown'
  return new errorCodes.FST_ERR_HANDLER_TIMEOUT(Math.round(elapsedTime), route)
}
