import { type Config, defaultPublicUrl } from '../../platform/config.ts'
import { reasonOf } from '../checks/finding.ts'

const TIMEOUT_MS = 5000
const PATHS = ['/healthz', '/readyz', '/readyz?for=writes']

type HealthResponse = { status: number; ms: number; body: unknown } | { failure: string }
export type Health = { responses: Record<string, Record<string, HealthResponse>>; metrics: string }

/** Requests the health of the service, on this machine and at PUBLIC_URL. */
export async function describeHealth(config: Config): Promise<Health> {
  const { origin, pathname } = new URL(config.publicUrl)
  const own = defaultPublicUrl(config.host, config.port)
  const places = { 'this machine': own, PUBLIC_URL: `${origin}${pathname}`.replace(/\/$/, '') }
  const responses = await Promise.all(
    Object.entries(places).map(async ([place, url]) => {
      const probes = PATHS.map(async (path) => [path, await ask(`${url}${path}`)] as const)
      return [place, Object.fromEntries(await Promise.all(probes))] as const
    }),
  )
  return { responses: Object.fromEntries(responses), metrics: await readMetrics(own, config.metricsToken) }
}

async function ask(url: string): Promise<HealthResponse> {
  const startedAtMs = performance.now()
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await response.json().catch(() => null)
    return { status: response.status, ms: Math.round(performance.now() - startedAtMs), body: known(body) }
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

/** Another server may answer at this URL, so nothing else of the body is kept. */
function known(body: unknown): unknown {
  const { status, error, details } = (body ?? {}) as Record<string, unknown>
  if (status === 'ok') return { status }
  return error === 'unavailable' ? { error, details } : 'not a response of Counterfoil'
}

/** Reads the metrics on this machine only, because the token must not be sent to another. */
async function readMetrics(url: string, token: string | null): Promise<string> {
  if (token === null) return '# METRICS_TOKEN is not set, so the metrics were not read.\n'
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/metrics`, {
      ...{ headers, redirect: 'manual' as const },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const lines = (await response.text())
      .split('\n')
      .filter((line) => /^(# |[a-z_]+(\{.*\})? \S+$)/.test(line))
    return response.ok ? `${lines.join('\n')}\n` : `# /metrics answered ${response.status}.\n`
  } catch (error) {
    return `# The service on this machine cannot be reached: ${reasonOf(error)}\n`
  }
}
