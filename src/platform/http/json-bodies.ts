import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unstorableText } from '../input/validation.ts'
import { invalid, malformed, Refusal } from '../refusal.ts'
import { nestsDeeperThan } from './json-depth.ts'

/** The deepest body of the contract has four levels. */
const MAX_JSON_DEPTH = 32

/** Accepts JSON bodies only; a route that takes another type adds its own parser. Signatures need the raw bytes. */
export function parseJsonBodies(server: FastifyInstance): void {
  const readJson = jsonReader(server)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    request.rawBody = bytes
    const value = readJson(request, bytes)
    if (value instanceof Refusal) return done(value as never)
    done(null, value)
  })
}

/**
 * Returns a function that parses the bytes of a JSON body, or refuses them. An empty body is `undefined`, which lets a
 * DELETE announce JSON and send nothing.
 */
export function jsonReader(server: FastifyInstance): (request: FastifyRequest, bytes: Buffer) => unknown {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const parse = server.getDefaultJsonParser('error', 'error')
  return (request, bytes) => {
    if (bytes.length === 0) return undefined
    if (nestsDeeperThan(MAX_JSON_DEPTH, bytes))
      return malformed('issue.bodyTooDeep', { levels: MAX_JSON_DEPTH })
    let text: string
    try {
      text = utf8.decode(bytes)
    } catch {
      return malformed('issue.bodyNotUtf8')
    }
    let parsed: unknown
    // Fastify's parser calls back synchronously.
    parse(request, text, (error, value) => {
      parsed = error ? malformed('issue.bodyNotJson') : value
    })
    if (parsed instanceof Refusal) return parsed
    // Unstorable text is always escaped: neither JSON nor UTF-8 allows it unescaped.
    const issue = text.includes('\\u') ? unstorableText(parsed) : null
    return issue ? invalid(issue) : parsed
  }
}
