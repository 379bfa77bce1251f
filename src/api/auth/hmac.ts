import { randomBytes } from 'node:crypto'
import { verifySignature } from '@counterfoil/contract/signature.ts'
import { type Reason, reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PartnerEntry } from '../../domain/actors/partner.ts'
import type { Deps } from '../../domain/deps.ts'
import { explainSignature } from '../../domain/request-log/explain-signature.ts'
import type { SandboxLock } from '../../domain/sandbox/sandbox-lock.ts'
import { jsonReader } from '../../platform/http/json-bodies.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { type Serve, type Served, serveOn } from '../../platform/http/serve.ts'
import { unknownFields } from '../../platform/http/unknown-fields.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { limitRequests } from './limit-requests.ts'
import type { Sender } from './record-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partner: PartnerEntry | null
  }
}

const NO_BYTES = Buffer.alloc(0)

/**
 * Random secrets that no signature matches. They bring the secrets that are tried to three (signing, next, previous), so
 * refusing an unknown slug takes as long as refusing a partner, in a rotation or not.
 */
const DECOYS = Array.from({ length: 3 }, () => randomBytes(32).toString('base64url'))

const hasNoReplays = async () => false

/**
 * Authenticates a partner's backend: checks the signature, then its time, then whether the partner is disabled or at its
 * limit. The raw body is parsed only after that. So only a holder of the secret learns that the type of the body is wrong
 * or that the body is malformed.
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
      // RFC 9110, section 15.5.2: a 401 names the accepted scheme.
      if (partner.code !== 'partner_disabled') reply.header('www-authenticate', 'HMAC-SHA256')
      return sendRefusal(reply, partner)
    }
    request.partner = partner
    request.partnerSlug = partner.slug
    if (partner.integrationRequestsPerMinute !== null) {
      const refusal = await limitRequests(deps, reply, { partner, surface: 'integration' }, hasNoReplays)
      if (refusal) return sendRefusal(reply, refusal)
    }
    const { route } = request.routeOptions.config
    if (!route) return
    if (route.body) {
      const body = jsonBody(request, readJson)
      if (body instanceof Refusal) return sendRefusal(reply, body)
      request.body = body
    }
    const unknown = unknownFields(route, request)
    if (unknown !== null) reply.header('x-unknown-fields', unknown)
  })
}

/** Serves routes that need the sandbox of a test partner exclusively, such as its reset. */
export function servePartnerExclusively(
  app: FastifyInstance,
  served: Served,
  sandboxes: SandboxLock,
): Serve<PartnerEntry> {
  const serve = serveOn(app, served, partnerOf)
  return (route, handle) =>
    serve(route, (input, partner) => sandboxes.exclude(partner.id, async () => handle(input, partner)))
}

/** Serves routes that share the sandbox of a test partner: a reset waits until the request is complete. */
export function servePartnerInSandbox(
  app: FastifyInstance,
  served: Served,
  sandboxes: SandboxLock,
): Serve<PartnerEntry> {
  const serve = serveOn(app, served, partnerOf)
  return (route, handle) =>
    serve(route, (input, partner) =>
      partner.sandboxId === null
        ? handle(input, partner)
        : sandboxes.share(partner.sandboxId, async () => handle(input, partner)),
    )
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
  // v1 signs neither method nor path: without this check, a captured webhook could be sent as a DELETE.
  if (!request.routeOptions.config.route?.body && hasBody(request)) return refuse('invalid_signature')
  if (verdict !== 'valid') return refuse(verdict)
  if (!partner) return refuse('invalid_signature')
  return partner.disabled ? refuse('partner_disabled') : partner
}

/** A larger body is not kept for an explanation, because it would be in memory for up to a second. */
const MAX_EXPLAINED_BYTES = 16 * 1024

/**
 * Identifies the sender. Its explanation is made in the background: making it here would reveal that the slug is known.
 */
export function identifyPartner(
  deps: Deps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Sender> {
  return async (request, { refusal }) => {
    if (request.partner) {
      const externalUserId = externalUserOf(request)
      return { partner: request.partner, isAuthentic: true, externalUserId, explain: null }
    }
    const slug = header(request, 'x-partner-slug')
    const partner = await deps.partners.bySlug(slug)
    const isAuthentic = refusal?.code === 'signature_expired' || refusal?.code === 'partner_disabled'
    const isJudged = refusal?.code === 'invalid_signature' || refusal?.code === 'signature_expired'
    const explain = isJudged ? explainLater(request, partner, deps.now(), refusal) : null
    return { partner, isAuthentic, externalUserId: null, explain }
  }
}

function explainLater(
  request: FastifyRequest,
  partner: PartnerEntry | null,
  now: Date,
  refusal: Refusal,
): () => Reason[] {
  if (!partner) {
    const isNamed = header(request, 'x-partner-slug') !== ''
    return () => [reasonWith(isNamed ? 'signature.unknownSlug' : 'signature.noSlug')]
  }
  const bytes = request.rawBody ?? NO_BYTES
  const judged = {
    header: header(request, 'x-signature'),
    secrets: acceptedSecrets(partner, now),
    body: bytes.length > MAX_EXPLAINED_BYTES ? null : bytes,
    bodyBytes: bytes.length,
    hasUnexpectedBody: !request.routeOptions.config.route?.body && hasBody(request),
    isExpired: refusal.code === 'signature_expired',
    nowSeconds: Math.floor(now.getTime() / 1000),
    requireV2: partner.requireV2,
  }
  return () => explainSignature(judged)
}

/** The user in the path or the body. */
function externalUserOf({ params, body }: FastifyRequest): string | null {
  const named = { ...(body as object | undefined), ...(params as object) } as { externalUserId?: unknown }
  return typeof named.externalUserId === 'string' ? named.externalUserId : null
}

/** Fastify does not read the body of a GET, so its headers decide. */
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
  // Fastify chooses the schema by the same media type, so every body that passes here is validated.
  if (request.mediaType === 'application/json') return readJson(request, bytes)
  const isEmpty = bytes.length === 0 && request.headers['content-type'] === undefined
  return isEmpty ? undefined : refuse('unsupported_media_type')
}
