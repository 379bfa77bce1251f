import type { Configuration } from 'openid-client'
import type { Config } from '../../../platform/config.ts'
import { type Refusal, refuse } from '../../../platform/refusal.ts'
import type { Runtime } from '../../../platform/runtime.ts'

/** A request is answered within 5 seconds, and may need two calls to the issuer. */
const TIMEOUT_SECONDS = 2
/** Issuers change their endpoints and keys rarely, and announce it long before. */
const DISCOVERY_KEPT_MS = 60 * 60_000

/** The OpenID Connect issuer of OIDC_ISSUER. */
export type Issuer = {
  /** The endpoints of the issuer. They are fetched when first needed, so a service starts even if its issuer is down. */
  discover(): Promise<Configuration | Refusal>
  /** Translates failures of a call to the issuer. */
  ask<T>(call: () => Promise<T>): Promise<T | Refusal>
}

/** The issuer is null if OIDC_ISSUER is not set. */
export type IssuerDeps = Runtime & { issuer: Issuer | null }

type Needed = Pick<Runtime, 'log' | 'now'> & { config: Pick<Config, 'oidc'> }

/**
 * The operator chose the issuer, so unlike a partner's URLs it may be in a private network. As with partners, redirects
 * are not followed and every call has a time limit.
 */
export function openIssuer({ config: { oidc }, log, now }: Needed): Issuer | null {
  if (!oidc) return null
  let known: { config: Configuration; until: number } | null = null
  const ask = async <T>(call: () => Promise<T>): Promise<T | Refusal> => {
    try {
      return await call()
    } catch (error) {
      const code = isUnreachable(error) ? 'issuer_unavailable' : 'single_sign_on_refused'
      log.warn({ err: error, issuer: oidc.issuer }, `single sign-on failed: ${code}`)
      return refuse(code)
    }
  }
  const fetchConfiguration = async () => {
    const config = await fetchDiscovery(oidc)
    known = { config, until: now().getTime() + DISCOVERY_KEPT_MS }
    return config
  }
  return {
    ask,
    async discover() {
      if (known && now().getTime() < known.until) return known.config
      return fetchConfiguration().catch((error) => {
        log.warn({ err: error, issuer: oidc.issuer }, 'the issuer of OIDC_ISSUER cannot be reached')
        // Old endpoints are better than none.
        return known?.config ?? refuse('issuer_unavailable')
      })
    },
  }
}

/** Fetches the endpoints of the issuer, or throws. */
export async function fetchDiscovery(oidc: NonNullable<Config['oidc']>): Promise<Configuration> {
  const openid = await import('openid-client')
  const insecure = oidc.issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []
  return openid.discovery(new URL(oidc.issuer), oidc.clientId, oidc.clientSecret, undefined, {
    execute: [openid.enableNonRepudiationChecks, ...insecure],
    timeout: TIMEOUT_SECONDS,
  })
}

/** The issuer did not respond, or its server failed. Every other response is one that we must not trust. */
function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.message === 'fetch failed') return true
    if ('code' in cause && cause.code === 'OAUTH_TIMEOUT') return true
    if (cause.cause instanceof Response && cause.cause.status >= 500) return true
  }
  return false
}
