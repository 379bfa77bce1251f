import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isRaceLost, isUnreachable } from '../database/failures.ts'
import { toIssues } from '../input/validation.ts'
import { malformed, Refusal, refuse } from '../refusal.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { errorBody, sendRefusal } from './refusal-reply.ts'

/** Fastify's own errors, as refusals of the contract. */
const FASTIFY_ERRORS: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => refuse('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('unsupported_media_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => malformed('the body is not as long as content-length says'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => malformed('the body is not valid JSON'),
  FST_ERR_BAD_URL: () => malformed('the path is not validly percent-encoded'),
  FST_ERR_MAX_PARAM_LENGTH: () => refuse('uri_too_long'),
  FST_ERR_HANDLER_TIMEOUT: () => refuse('unavailable'),
}

/** Translates anything thrown into a refusal. An unknown error is `internal_error`. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (error.validation) {
    // A malformed id in a path is an id that cannot exist.
    if (error.validationContext === 'params') return refuse('not_found')
    return new Refusal('validation_failed', { issues: toIssues(error.validation) })
  }
  const known = FASTIFY_ERRORS[error.code]?.()
  if (known) return known
  if (isUnreachable(error) || isRaceLost(error) || error instanceof StoreUnavailable)
    return refuse('unavailable')
  // SQLSTATE class 22: a value that passes its schema and cannot be stored, such as the year 0000.
  if (/^22\w{3}$/.test(error.code ?? '')) return malformed('a value is out of range')
  return error.statusCode && error.statusCode < 500
    ? malformed('the request is malformed')
    : refuse('internal_error')
}

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = incompleteBody(error, request) ?? refusalOf(error)
  if (refusal.code === 'request_timeout') reply.header('connection', 'close')
  if (ERRORS[refusal.code].status >= 500)
    request.log.error({ requestId: request.id, err: error }, refusal.code)
  sendRefusal(reply, refusal)
}

/** The body did not arrive in time, or the client disconnected while sending it. */
function incompleteBody(error: FastifyError, { raw }: FastifyRequest): Refusal | null {
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT' && raw.complete === false) return refuse('request_timeout')
  // Compares the error, not its code: a reset database connection has the same code.
  return raw.errored === error ? malformed('the body was cut off') : null
}

/** Answers on the bare socket: a request that is not valid HTTP never reaches Fastify. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'validation_failed'
  const refusal = code === 'validation_failed' ? malformed('the request is not valid HTTP') : refuse(code)
  const body = JSON.stringify(errorBody(refusal))
  const { status } = ERRORS[code]
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-request-id: ${randomUUIDv7()}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
