import { redeemVoucher } from '@counterfoil/contract/consumer/redemptions.ts'
import { reasonWith } from '@counterfoil/contract/words/reason.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Consumer } from '../../domain/actors/consumer.ts'
import type { Deps } from '../../domain/deps.ts'
import { KeysUnavailable } from '../../domain/partners/key-endpoint.ts'
import { createPartnerKeys, type PartnerKeys } from '../../domain/partners/partner-keys.ts'
import {
  checkTimes,
  parseToken,
  quoted,
  readClaims,
  readIssuer,
  TokenProblem,
} from '../../domain/partners/token.ts'
import { findVerifyingKey } from '../../domain/partners/verifying-key.ts'
import { isReplayed } from '../../domain/redemptions/redemption-by-key.ts'
import type { SandboxLock } from '../../domain/sandbox/sandbox-lock.ts'
import { isClientConnected } from '../../platform/http/received.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { type Serve, type Served, serveOn } from '../../platform/http/serve.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { limitRequests } from './limit-requests.ts'
import type { Sender } from './record-requests.ts'
import { TokenCache, tokenId, type VerifiedToken } from './token-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    consumer: VerifiedConsumer | null
    tokenFailure: TokenFailure | null
  }
}

type VerifiedConsumer = Omit<Consumer, 'isClientConnected'>

/** A refused token, with the sender for the request log. */
class TokenFailure {
  readonly refusal: Refusal
  readonly sender: Sender

  constructor(problem: TokenProblem | Refusal, sender: Partial<Omit<Sender, 'explain'>>) {
    const isProblem = problem instanceof TokenProblem
    this.refusal = isProblem ? refuse(problem.code) : problem
    this.sender = {
      ...{ partner: null, isAuthentic: false, externalUserId: null },
      ...sender,
      explain: isProblem ? () => [problem.reason] : null,
    }
  }
}

/** Authenticates a consumer: every route behind it has a valid token of an enabled partner, within its limit. */
export function requireToken(app: FastifyInstance, deps: Deps): void {
  const verify = createVerifier(deps)
  app.decorateRequest('consumer', null)
  app.decorateRequest('tokenFailure', null)
  app.addHook('onRequest', async (request, reply) => {
    const token = request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1]
    const found = token ? await verify(token) : new TokenFailure(refuse('missing_token'), {})
    if (found instanceof TokenFailure) {
      request.tokenFailure = found
      return sendRefusal(addHeaders(reply, found.refusal), found.refusal)
    }
    request.consumer = found
    request.partnerSlug = found.partner.slug
    if (found.partner.consumerRequestsPerMinute === null) return
    const limited = { partner: found.partner, surface: 'consumer' } as const
    const refusal = await limitRequests(deps, reply, limited, () => isReplay(deps, request, found))
    if (refusal) return sendRefusal(reply, refusal)
  })
}

/** Only redemptions have replays. The number of requests that may ask for a replay is limited as well. */
async function isReplay(deps: Deps, request: FastifyRequest, consumer: VerifiedConsumer): Promise<boolean> {
  const key = request.headers['idempotency-key']
  if (request.routeOptions.config.route !== redeemVoucher || typeof key !== 'string') return false
  return deps.partnerLimits.admitReplay(consumer.partner, 'consumer') && isReplayed(deps, consumer, key)
}

/** Identifies the sender for the request log. */
export async function identifyConsumer({ consumer, tokenFailure }: FastifyRequest): Promise<Sender> {
  if (tokenFailure) return tokenFailure.sender
  const { partner = null, externalUserId = null } = consumer ?? {}
  return { partner, externalUserId, isAuthentic: consumer !== null, explain: null }
}

/** RFC 6750, section 3. */
const CHALLENGES: Partial<Record<Refusal['code'], string>> = {
  missing_token: 'Bearer',
  invalid_token: 'Bearer error="invalid_token"',
  token_expired: 'Bearer error="invalid_token", error_description="The token has expired"',
}

function addHeaders(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const challenge = CHALLENGES[refusal.code]
  if (challenge) reply.header('www-authenticate', challenge)
  if (refusal instanceof KeysUnavailable) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply
}

/** Serves routes that share the sandbox of a test partner: a reset waits until the request is complete. */
export function serveConsumer(app: FastifyInstance, served: Served, sandboxes: SandboxLock): Serve<Consumer> {
  const serve = serveOn(app, served, consumerOf)
  return (route, handle) =>
    serve(route, (input, consumer) => {
      const { sandboxId } = consumer.partner
      return sandboxId === null
        ? handle(input, consumer)
        : sandboxes.share(sandboxId, async () => handle(input, consumer))
    })
}

function consumerOf(request: FastifyRequest): Consumer {
  if (!request.consumer) throw new Error('a consumer route is registered outside requireToken')
  return { ...request.consumer, isClientConnected: () => isClientConnected(request) }
}

/** Verifies tokens. A signature is verified once; everything that can change later is checked at each request. */
function createVerifier(deps: Deps): (token: string) => Promise<VerifiedConsumer | TokenFailure> {
  const keys = createPartnerKeys(deps)
  const seen = new TokenCache()
  // This only saves memory, because `recall` checks each token again. So after a lost connection (null) the cache is kept.
  deps.partners.onChange((partnerId) => {
    if (partnerId !== null) seen.deleteOf(partnerId)
  })

  return async (token) => {
    const id = tokenId(token)
    const recalled = await recall(deps, keys, seen, id)
    const verified = recalled ?? (await verifyToken(deps, keys, token))
    if (verified instanceof TokenFailure) return verified
    const { partner, claims } = verified
    const { externalUserId, email, displayName } = claims
    const sender = { partner, externalUserId, isAuthentic: true }
    const untimely = checkTimes(claims, deps.now())
    if (untimely) {
      seen.delete(id)
      return new TokenFailure(untimely, sender)
    }
    if (!recalled) seen.set(id, verified)
    // This check comes last: only the holder of a valid token learns that a partner is disabled.
    if (partner.disabled) return new TokenFailure(refuse('partner_disabled'), sender)
    return { partner, externalUserId, claims: { email, displayName } }
  }
}

/** The cached token, if its partner is unchanged and still has the key that verified the token. */
async function recall(
  deps: Deps,
  keys: PartnerKeys,
  seen: TokenCache,
  id: string,
): Promise<VerifiedToken | TokenFailure | null> {
  const verified = seen.get(id)
  if (!verified) return null
  const { partner, keyIdentity } = verified
  if ((await deps.partners.byIssuer(partner.jwtIssuer)) === partner) {
    const current = await keys.current(partner)
    if (current instanceof Refusal) return new TokenFailure(current, { partner })
    if (current.some(({ identity }) => identity === keyIdentity)) return verified
  }
  seen.delete(id)
  return null
}

async function verifyToken(
  deps: Deps,
  keys: PartnerKeys,
  token: string,
): Promise<VerifiedToken | TokenFailure> {
  const unverified = parseToken(token)
  if (unverified instanceof TokenProblem) {
    const issuer = readIssuer(token)
    return new TokenFailure(unverified, {
      partner: issuer === null ? null : await deps.partners.byIssuer(issuer),
    })
  }
  const { issuer, payload } = unverified
  const partner = await deps.partners.byIssuer(issuer)
  if (!partner) {
    const reason = reasonWith('token.unknownIssuer', { value: quoted(issuer) })
    return new TokenFailure(new TokenProblem('issuer', reason), {})
  }
  const claims = readClaims(payload, partner)
  if (claims instanceof TokenProblem) return new TokenFailure(claims, { partner })
  const key = await findVerifyingKey(keys, partner, token, unverified)
  if (key instanceof TokenProblem || key instanceof Refusal) return new TokenFailure(key, { partner })
  return { partner, keyIdentity: key.identity, claims }
}
