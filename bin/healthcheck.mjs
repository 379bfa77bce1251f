/**
 * The health check of the container image. It asks for liveness, which every role answers: api, worker and all, also while a
 * node waits for its database. Readiness is the load balancer's question.
 */
const TIMEOUT_MS = 4_000
/** A service that listens on every address is asked at the loopback address. */
const LOOPBACK = { '0.0.0.0': '127.0.0.1', '::': '::1' }
// The defaults are those of the service.
const listensAt = process.env.HOST?.trim() || '127.0.0.1'
const port = process.env.PORT?.trim() || '3000'

const host = LOOPBACK[listensAt] ?? listensAt
const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`
const isAlive = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
  (response) => response.ok,
  () => false,
)
process.exit(isAlive ? 0 : 1)
