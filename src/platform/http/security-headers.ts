import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

export type SecurityHeaders = Record<string, string>

/**
 * For every response of every surface, errors included. The table of all security headers is in docs/operations.md. No
 * `includeSubDomains` and no `preload`: what else is served below the domain is not known here.
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

/** For pages that no other site opens as its window. The webview is not one: a partner's page may open it. */
export const PAGE_HEADERS = { 'cross-origin-opener-policy': 'same-origin' }

/** Whatever a file contains, a browser that opens it must show an image and run no script. Any page may show it. */
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
