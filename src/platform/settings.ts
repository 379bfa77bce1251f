/** The name of every setting. `loadConfig` reads no other variable. */
export const SETTINGS = [
  ...['HOST', 'PORT', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'ROLE', 'PROCESSES', 'DRAIN_SECONDS', 'LOG_LEVEL'],
  ...['DATABASE_URL', 'DATABASE_REPLICA_URL', 'CELL_URLS', 'DATA_DIR', 'DEMO', 'BASE_LANGUAGE'],
  ...['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS', 'ADMIN_API_KEY', 'METRICS_TOKEN'],
  ...['ALLOW_PRIVATE_TARGETS', 'WEBHOOK_RETRY_DELAYS'],
  ...['SMTP_URL', 'SMTP_FROM', 'SMTP_ALLOW_PLAINTEXT'],
  ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ONLY'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG', 'TRACE_URL'],
  ...['IMAGES_URL', 'IMAGES_PUBLIC_URL'],
  ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  ...['MERCHANT_IMAGES', 'MERCHANT_IMAGES_MIB', 'MERCHANT_PUBLICATIONS_PER_HOUR'],
  ...['EVENTS_KEPT_DAYS', 'REFUSALS_KEPT_DAYS', 'REFUSAL_COUNTS_KEPT_DAYS'],
] as const

export type SettingName = (typeof SETTINGS)[number]

/** A variable that nothing reads, and the setting that was probably meant. */
export type UnknownSetting = { name: string; likely: SettingName }

/** Other programs read more variables with these prefixes than we do. */
const SHARED_PREFIX = /^(AWS|OTEL)_/
/** Shorter names, such as `HOST` or `DEMO`, resemble too many variables of other programs. */
const MIN_LENGTH = 5
/** A misspelled name has at most one wrong character in five: `TRUSTED_PROXY` differs from `TRUSTED_PROXIES` in three. */
const MAX_WRONG_SHARE = 1 / 5

/** The values of all settings that are set. Use it only for reports, which must not show secrets. */
export function findSetSettings(env: Record<string, string | undefined>): Map<SettingName, string> {
  return new Map(
    SETTINGS.flatMap((name): [SettingName, string][] => {
      const value = env[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
}

/** Finds variables that resemble a setting. Unrelated variables are left alone. */
export function findUnknownSettings(env: Record<string, string | undefined>): UnknownSetting[] {
  const names: readonly string[] = SETTINGS
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !names.includes(name))
    .flatMap((name) => {
      const likely = likelySetting(name.toUpperCase().replaceAll('-', '_'))
      return likely ? [{ name, likely }] : []
    })
}

export function describeUnknown({ name, likely }: UnknownSetting): string {
  return `${name} is not a setting and has no effect: did you mean ${likely}?`
}

function likelySetting(name: string): SettingName | null {
  const candidates = SETTINGS.filter((one) => one.length >= MIN_LENGTH && !SHARED_PREFIX.test(one))
    .map((setting) => ({ setting, distance: distanceBetween(name, setting) }))
    .filter(
      ({ setting, distance }) => distance <= setting.length * MAX_WRONG_SHARE || isPartOf(name, setting),
    )
    .toSorted((a, b) => a.distance - b.distance)
  return candidates[0]?.setting ?? null
}

/** Whether whole words are missing or added at the end: `OIDC_CLIENT`, `DATABASE_URL_FILE`. */
function isPartOf(name: string, setting: string): boolean {
  return name.startsWith(`${setting}_`) || (name.includes('_') && setting.startsWith(`${name}_`))
}

/** The number of characters that must be added, removed or replaced (Levenshtein). */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
