/**
 * Runs before each test file. Records the code of every refusal that an app in this process answers, for
 * error-codes.test.ts. It watches the bytes that leave, so a code counts only when a client could read it.
 */
import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { relative } from 'node:path'
import type { Writable } from 'node:stream'
import { ERRORS, type ErrorCode } from '@counterfoil/contract/errors.ts'
import { expect } from 'vitest'
import { recordCode, recordFile } from './response-records.ts'

recordFile(relative(process.cwd(), expect.getState().testPath as string))

/** Kept in `globalThis`: a worker runs many files, and the streams must be wrapped only once. */
const watched = globalThis as { recordedCodes?: Set<string> }
if (!watched.recordedCodes) {
  watched.recordedCodes = new Set()
  // `inject` writes the body, a real connection ends with it.
  for (const method of ['write', 'end'] as const) {
    watch(ServerResponse.prototype, method, ({ statusCode }, chunk) => {
      if (statusCode >= 400) noteCode(statusCode, chunk.toString())
    })
  }
  // A request that is not valid HTTP is answered on the bare socket: head and body in one text.
  watch(Socket.prototype, 'end', (_socket, chunk) => {
    const [, status, body] = /^HTTP\/1\.1 (\d+) .*?\r\n\r\n(.*)$/s.exec(chunk.toString()) ?? []
    if (body) noteCode(Number(status), body)
  })
}

/** Calls `onChunk` with every chunk that is passed to a method of a stream. */
function watch<T extends Writable>(
  prototype: T,
  method: 'write' | 'end',
  onChunk: (stream: T, chunk: string | Buffer) => void,
): void {
  const original = prototype[method] as (...parameters: unknown[]) => never
  prototype[method] = function (this: T, ...parameters: unknown[]) {
    const [chunk] = parameters
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) onChunk(this, chunk)
    return original.apply(this, parameters)
  }
}

function noteCode(status: number, body: string): void {
  const [, code] = /^\{"error":"(\w+)"/.exec(body) ?? []
  if (!isErrorCode(code) || ERRORS[code].status !== status || watched.recordedCodes?.has(code)) return
  watched.recordedCodes?.add(code)
  recordCode(code)
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(ERRORS, code)
}
