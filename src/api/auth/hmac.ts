import { randomBytes } from 'node:crypto'
import { verifySignature } from '@counterfoil/contract/signature.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import type { PartnerEntry } from '../../domain/partners/directory.ts'
import { jsonReader } from '../../platform/http/json-bodies.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { type Serve, type Served, serveOn } from '../../platform/http/serve.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partner: PartnerEntry | null
  }
}

const NO_BYTES = Buffer.alloc(0)

/**
 * Nobody knows these, so nothing verifies under them. They fill up what is tried, so that an unknown slug, a partner
 * and a partner in the middle of a rotation (signing, next, previous) take the same time to refuse.
 */
const DECOYS = Array.from({ length: 3 }, () => randomBytes(32).toString('base64url'))

/**
 * The server-to-server door: signature, then its time, then whether the partner is disabled, and only then the body.
 * The bytes are kept as they came and are parsed after their signature has been verified, whatever their type: a wrong
 * type or a malformed body is told to those alone who hold the secret.
 */
export function requireSignature(app: FastifyInstance, deps: Deps): void {
  const readJson = jsonReader(app)
  app.decorateRequest('partner', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    request.rawBody = bytes
    done(null)
  })
  app.addHook('preValidation', async (request, reply) => {
    const partner = await authenticate(deps, request)
    if (partner instanceof Refusal) {
      // RFC 9110, 15.5.2: a 401 says what would be accepted instead.
      if (partner.code !== 'partner_disabled') reply.header('www-authenticate', 'HMAC-SHA256')
      return sendRefusal(reply, partner)
    }
    request.partner = partner
    if (!request.routeOptions.config.route?.body) return
    const body = jsonBody(request, readJson)
    if (body instanceof Refusal) return sendRefusal(reply, body)
    request.body = body
  })
}

export function servePartner(app: FastifyInstance, served: Served): Serve<PartnerEntry> {
  return serveOn(app, served, partnerOf)
}

function partnerOf(request: FastifyRequest): PartnerEntry {
  if (!request.partner) throw new Error('a server-to-server route is registered outside requireSignature')
  return request.partner
}

async function authenticate(deps: Deps, request: FastifyRequest): Promise<PartnerEntry | Refusal> {
  const partner = await deps.partners.bySlug(header(request, 'x-partner-slug'))
  const now = deps.now()
  const secrets = partner ? acceptedSecrets(partner, now) : []
  const verdict = verifySignature({
    header: header(request, 'x-signature'),
    secrets: [...secrets, ...DECOYS.slice(secrets.length)],
    body: request.rawBody ?? NO_BYTES,
    nowSeconds: Math.floor(now.getTime() / 1000),
    request: { method: request.method, path: request.raw.url ?? '' },
    requireV2: partner?.requireV2,
  })
  // v1 binds neither method nor path: otherwise a captured webhook, sent with its body, would pass for a DELETE.
  if (!request.routeOptions.config.route?.body && hasBody(request)) return refuse('invalid_signature')
  if (verdict !== 'valid') return refuse(verdict)
  if (!partner) return refuse('invalid_signature')
  return partner.disabled ? refuse('partner_disabled') : partner
}

/** The framework reads no body of a GET, so there the headers decide. */
function hasBody({ rawBody, headers }: FastifyRequest): boolean {
  if (rawBody) return rawBody.length > 0
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

function acceptedSecrets({ secrets }: PartnerEntry, now: Date): string[] {
  return secrets.accepted
    .filter(({ acceptedUntil }) => acceptedUntil === null || acceptedUntil > now)
    .map(({ secret }) => secret)
}

function header({ headers }: FastifyRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

function jsonBody(
  request: FastifyRequest,
  readJson: (request: FastifyRequest, bytes: Buffer) => unknown,
): unknown {
  const bytes = request.rawBody ?? NO_BYTES
  // The framework picks the schema by this same type: what passes here is what is validated.
  if (request.mediaType === 'application/json') return readJson(request, bytes)
  const sentNothing = bytes.length === 0 && request.headers['content-type'] === undefined
  return sentNothing ? undefined : refuse('unsupported_media_type')
}
