import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

export type SecurityHeaders = Record<string, string>

/**
 * The headers of every response on every surface, errors included. The table of all security headers is in
 * docs/operations.md. There is no `includeSubDomains` and no `preload`, because other services may use the same domain.
 */
export function securityHeaders(publicUrl: string): SecurityHeaders {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}`,
    }),
  }
}

/** For pages that other sites do not open in a window. A partner's page may open the webview, so it has no such header. */
export const PAGE_HEADERS = { 'cross-origin-opener-policy': 'same-origin' }

/** A browser that opens the file must show an image and run no script, whatever it contains. Any page may show it. */
export const IMAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

export function addSecurityHeaders(server: FastifyInstance, headers: SecurityHeaders): void {
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
