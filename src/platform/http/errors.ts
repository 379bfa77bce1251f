import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { helpLink } from '@counterfoil/contract/help-link.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { malformed, type Refusal, refuse } from '../refusal.ts'
import { refusalOf } from './refusal-of-error.ts'
import { errorBody, sendRefusal } from './refusal-reply.ts'
import { requestFields } from './request-log.ts'
import type { SecurityHeaders } from './security-headers.ts'

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = incompleteBody(error, request) ?? refusalOf(error)
  if (refusal.code === 'request_timeout') reply.header('connection', 'close')
  if (ERRORS[refusal.code].status >= 500)
    request.log.error({ ...requestFields(request), err: error }, refusal.code)
  sendRefusal(reply, refusal)
}

/** The body did not arrive in time, or the client disconnected while sending it. */
function incompleteBody(error: FastifyError, { raw }: FastifyRequest): Refusal | null {
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT' && raw.complete === false) return refuse('request_timeout')
  // Compares the error object, because a reset database connection has the same error code.
  return raw.errored === error ? malformed('issue.bodyCutOff') : null
}

/** Answers on the bare socket, because a request that is not valid HTTP never reaches Fastify. */
export function handleClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: SecurityHeaders,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'validation_failed'
  const refusal = code === 'validation_failed' ? malformed('issue.notHttp') : refuse(code)
  const body = JSON.stringify(errorBody(refusal))
  const { status } = ERRORS[code]
  const lines = Object.entries({
    'x-request-id': randomUUIDv7(),
    ...headers,
    link: helpLink(code),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
