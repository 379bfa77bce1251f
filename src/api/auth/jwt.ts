import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../domain/deps.ts'
import { KeysUnavailable } from '../../domain/partners/key-endpoint.ts'
import { createPartnerKeys, type PartnerKeys } from '../../domain/partners/partner-keys.ts'
import { judgeTime, parseToken, readClaims } from '../../domain/partners/token.ts'
import { findVerifyingKey } from '../../domain/partners/verifying-key.ts'
import type { Consumer } from '../../domain/users/consumer.ts'
import { isWanted } from '../../platform/http/received.ts'
import { sendRefusal } from '../../platform/http/refusal-reply.ts'
import { type Serve, type Served, serveOn } from '../../platform/http/serve.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { TokenCache, tokenId, type VerifiedToken } from './token-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    consumer: VerifiedConsumer | null
  }
}

type VerifiedConsumer = Omit<Consumer, 'isWanted'>

/** Authenticates a consumer: every route behind it has a valid token of an enabled partner. */
export function requireToken(app: FastifyInstance, deps: Deps): void {
  const verify = createVerifier(deps)
  app.decorateRequest('consumer', null)
  app.addHook('onRequest', async (request, reply) => {
    const token = request.headers.authorization?.match(/^Bearer +(\S+)$/i)?.[1]
    const found = token ? await verify(token) : refuse('missing_token')
    if (found instanceof Refusal) return sendRefusal(addHeaders(reply, found), found)
    request.consumer = found
  })
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

export function serveConsumer(app: FastifyInstance, served: Served): Serve<Consumer> {
  return serveOn(app, served, consumerOf)
}

function consumerOf(request: FastifyRequest): Consumer {
  if (!request.consumer) throw new Error('a consumer route is registered outside requireToken')
  return { ...request.consumer, isWanted: () => isWanted(request) }
}

/** Verifies tokens. A signature is verified once; everything that can change later is checked at each request. */
function createVerifier(deps: Deps): (token: string) => Promise<VerifiedConsumer | Refusal> {
  const keys = createPartnerKeys(deps)
  const seen = new TokenCache()
  // Only saves memory, because `recall` checks each token again. So after a lost connection (null) the cache is kept.
  deps.partners.onChange((partnerId) => {
    if (partnerId !== null) seen.deleteOf(partnerId)
  })

  return async (token) => {
    const id = tokenId(token)
    const recalled = await recall(deps, keys, seen, id)
    const verified = recalled ?? (await verifyToken(deps, keys, token))
    if (verified instanceof Refusal) return verified
    const { partner, claims } = verified
    const verdict = judgeTime(claims, deps.now())
    if (verdict) {
      seen.delete(id)
      return refuse(verdict)
    }
    if (!recalled) seen.set(id, verified)
    // Last: only the holder of a valid token learns that a partner is disabled.
    if (partner.disabled) return refuse('partner_disabled')
    const { externalUserId, email, displayName } = claims
    return { partner, externalUserId, claims: { email, displayName } }
  }
}

/** The cached token, if its partner is unchanged and still has the key that verified it. */
async function recall(
  deps: Deps,
  keys: PartnerKeys,
  seen: TokenCache,
  id: string,
): Promise<VerifiedToken | Refusal | null> {
  const verified = seen.get(id)
  if (!verified) return null
  const { partner, keyIdentity } = verified
  if ((await deps.partners.byIssuer(partner.jwtIssuer)) === partner) {
    const current = await keys.current(partner)
    if (current instanceof Refusal) return current
    if (current.some(({ identity }) => identity === keyIdentity)) return verified
  }
  seen.delete(id)
  return null
}

async function verifyToken(deps: Deps, keys: PartnerKeys, token: string): Promise<VerifiedToken | Refusal> {
  const unverified = parseToken(token)
  const partner = unverified && (await deps.partners.byIssuer(unverified.issuer))
  const claims = partner && readClaims(unverified.payload, partner)
  if (!claims) return refuse('invalid_token')
  const key = await findVerifyingKey(keys, partner, token, unverified)
  if (key instanceof Refusal) return key
  return key ? { partner, keyIdentity: key.identity, claims } : refuse('invalid_token')
}
