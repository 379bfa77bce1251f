import { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify'

export type AnswerDeadlines = {
  /** From the headers until the request is complete and its caller is known. */
  receivingMs: number
  /** From then until the answer begins. A route that needs longer has its own `timeoutMs`. */
  handlingMs: number
}

/**
 * Answers 503 to requests that miss their deadline. Fastify's own `handlerTimeout` creates an AbortController for each
 * request and aborts it at the end of each: that costs a tenth of a redemption's time.
 */
export function enforceAnswerDeadlines(
  server: FastifyInstance,
  { receivingMs, handlingMs }: AnswerDeadlines,
): void {
  // Both are in the order of their deadlines.
  const receiving = new Map<FastifyReply, number>()
  const handling = new Map<FastifyReply, number>()
  let isClosing = false
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.handlerTimeout) receiving.set(reply, performance.now() + receivingMs)
    done()
  })
  server.addHook('preHandler', (_request, reply, done) => {
    if (receiving.delete(reply)) handling.set(reply, performance.now() + handlingMs)
    done()
  })
  server.addHook('onResponse', (_request, reply, done) => {
    receiving.delete(reply)
    handling.delete(reply)
    done()
  })
  const refuseOverdue = (unanswered: Map<FastifyReply, number>, timeoutMs: number) => {
    for (const [reply, endsMs] of unanswered) {
      if (endsMs > performance.now()) return
      const { headersSent, closed } = reply.raw
      // An image may take long on a slow line. Only a shutdown does not wait for it.
      if (headersSent && !closed && !isClosing) continue
      unanswered.delete(reply)
      if (headersSent) reply.raw.destroy()
      else if (!reply.sent) reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(timeoutMs, reply.request.url))
    }
  }
  const timer = setInterval(() => {
    refuseOverdue(receiving, receivingMs)
    refuseOverdue(handling, handlingMs)
  }, handlingMs / 25).unref()
  server.addHook('preClose', async () => {
    isClosing = true
  })
  server.addHook('onClose', async () => clearInterval(timer))
}
