import { type Config, defaultPublicUrl } from '../../platform/config.ts'
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts'

const TIMEOUT_MS = 5000

export async function checkPublicUrl({ publicUrl, host, port }: Config): Promise<Finding> {
  const { origin, pathname } = new URL(publicUrl)
  const url = `${origin}${pathname}`.replace(/\/$/, '')
  const failure = await failureAt(url)
  if (failure === null) return ok('public URL', `${url} answers`)
  const isRunning = (await failureAt(defaultPublicUrl(host, port))) === null
  return isRunning
    ? wrong(
        'public URL',
        `${url} does not lead to the service that runs here (${failure}): check the name, the proxy and the certificate of PUBLIC_URL`,
      )
    : warning(
        'public URL',
        `${url} does not answer (${failure}), and no service runs here: start it and check again`,
      )
}

/** Why Counterfoil does not answer at this URL; null if it does. */
async function failureAt(url: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${url}/healthz`, { redirect: 'manual', signal })
    const body = (await response.json().catch(() => null)) as { status?: string } | null
    return response.ok && body?.status === 'ok' ? null : `${response.status}, and not from Counterfoil`
  } catch (error) {
    return reasonOf(error)
  }
}
