import { isLoopback } from '../../platform/input/network.ts'
import type { SettingName } from '../../platform/settings.ts'

export type SetSettings = ReadonlyMap<SettingName, string>

/** The options of a database URL that are shown. */
const SHOWN_OPTIONS = ['sslmode', 'target_session_attrs']

type Show = (value: string) => string | null

const whole: Show = (value) => (/^[\w.,-]{1,60}$/.test(value) ? value : null)

/** Scheme and host. Null if an @ follows the host, which may then be part of a password with a slash. */
const origin: Show = (value) => {
  const url = URL.parse(value)
  if (!url || /@/.test(url.pathname + url.search + url.hash)) return null
  return url.host ? `${url.protocol}//${url.hostname}` : `${url.protocol}`
}

const bindAddress: Show = (value) => (isLoopback(value) || /^(0\.0\.0\.0|::)$/.test(value) ? value : null)

/** How the database is reached, without its address and user. */
const databaseOptions: Show = (value) => {
  const [before = '', query = ''] = value.split('?')
  const hosts = before.slice(before.lastIndexOf('@') + 1).split(',').length
  const shown = SHOWN_OPTIONS.flatMap((name) => {
    const found = whole(new URLSearchParams(query).get(name) ?? '')
    return found === null ? [] : [`${name}=${found}`]
  })
  return [`${hosts} host${hosts > 1 ? 's' : ''}`, ...shown].join(', ')
}

const count: Show = (value) => `${value.split(',').length} entries`

/** How each setting is shown. Of settings that are not listed here, the bundle only says whether they are set. */
const SHOWN: Partial<Record<SettingName, Show>> = {
  ...{ HOST: bindAddress, PORT: whole, PUBLIC_URL: origin, TRUSTED_PROXIES: count, ROLE: whole },
  ...{ PROCESSES: whole, DRAIN_SECONDS: whole, LOG_LEVEL: whole, DEMO: whole, BASE_LANGUAGE: whole },
  ...{ DATABASE_URL: databaseOptions, DATABASE_REPLICA_URL: databaseOptions },
  ...{ ALLOW_PRIVATE_TARGETS: whole, WEBHOOK_RETRY_DELAYS: whole },
  ...{ SMTP_URL: origin, SMTP_ALLOW_PLAINTEXT: whole, OIDC_ISSUER: origin, OIDC_ONLY: whole },
  ...{ OTEL_EXPORTER_OTLP_ENDPOINT: origin, OTEL_TRACES_SAMPLER_ARG: whole, TRACE_URL: origin },
  ...{ IMAGES_PUBLIC_URL: origin, AWS_REGION: whole },
  ...{ MERCHANT_IMAGES: whole, MERCHANT_IMAGES_MIB: whole, MERCHANT_PUBLICATIONS_PER_HOUR: whole },
  ...{ EVENTS_KEPT_DAYS: whole, REFUSALS_KEPT_DAYS: whole, REFUSAL_COUNTS_KEPT_DAYS: whole },
}

export type ShownSetting = { name: SettingName; isSet: boolean; shown?: string }

export function describeSettings(names: readonly SettingName[], settings: SetSettings): ShownSetting[] {
  return names.map((name) => {
    const value = settings.get(name)
    if (value === undefined) return { name, isSet: false }
    const shown = SHOWN[name]?.(value) ?? null
    return { name, isSet: true, ...(shown !== null && { shown }) }
  })
}

/** The texts that no file may contain, wherever they come from: keys, passwords and the parameters of addresses. */
export function secretsIn(settings: SetSettings): string[] {
  return [...settings].flatMap(([name, value]) => {
    if (/KEY|TOKEN|SECRET/.test(name)) return [value]
    // A list of name=address.
    if (name === 'CELL_URLS')
      return value.split(/\s+/).flatMap((part) => secretsOfAddress(part.replace(/^.*?=/, '')))
    return secretsOfAddress(value)
  })
}

function secretsOfAddress(value: string): string[] {
  // A regular expression instead of a URL parser: a password may contain any character, and there may be several hosts.
  const password = /^\w+:\/\/[^:@/]*:(.*)@/.exec(value)?.[1] ?? ''
  const parameters = [...new URLSearchParams(value.split('?')[1])]
    .filter(([parameter]) => !SHOWN_OPTIONS.includes(parameter))
    .map(([, text]) => text)
  return [password, decodeOr(password), ...parameters]
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
