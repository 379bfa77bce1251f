import { UsageError } from '../terminal/failure.ts'
import { readText } from '../terminal/input.ts'

/** The flags of `partner create` and `partner update` that are fields of the API under the same name. */
type PlainOptions = {
  slug?: string
  name?: string
  displayName?: string
  logoPath?: string
  jwtIssuer?: string
  jwksUrl?: string
  jwtAudience?: string
  webhookUrl?: string
  accentColor?: string
  shareUrl?: string
  requireV2?: boolean
  disabled?: boolean
}

export type PartnerOptions = PlainOptions & {
  from?: string
  maxTokenLifetimeSeconds?: string
  integrationRequestsPerMinute?: string
  consumerRequestsPerMinute?: string
  frameAncestor?: string[]
  publicKeyFile?: string
  nextPublicKeyFile?: string
  secretFile?: string
}

/** The partner as a request body: the fields of the file, overridden by the flags. */
export async function gatherPartner(options: PartnerOptions): Promise<unknown> {
  const {
    from,
    maxTokenLifetimeSeconds,
    integrationRequestsPerMinute,
    consumerRequestsPerMinute,
    frameAncestor,
    publicKeyFile,
    nextPublicKeyFile,
    secretFile,
    ...plain
  } = options
  const base = from === undefined ? {} : parseJson(from, await readText(from))
  if (base === null || typeof base !== 'object' || Array.isArray(base)) {
    throw new UsageError(`${from} does not contain a JSON object`)
  }
  return {
    ...base,
    ...plain,
    ...readNumbers({ maxTokenLifetimeSeconds, integrationRequestsPerMinute, consumerRequestsPerMinute }),
    ...(frameAncestor !== undefined && { frameAncestors: frameAncestor }),
    ...(publicKeyFile !== undefined && { publicKey: await readKey(publicKeyFile) }),
    ...(nextPublicKeyFile !== undefined && { nextPublicKey: await readKey(nextPublicKeyFile) }),
    ...(secretFile !== undefined && { secret: (await readText(secretFile)).trim() }),
  }
}

/** Text that starts like a JSON object is a JWK. Other text is kept, for PEM. */
async function readKey(path: string): Promise<unknown> {
  const text = await readText(path)
  return text.trimStart().startsWith('{') ? parseJson(path, text) : text
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not valid JSON`)
  }
}

/**
 * `off` means null. Text that is neither `off` nor a number is kept, so that the schema rejects it with a clear message.
 */
function readNumbers(flags: Record<string, string | undefined>): object {
  const entries = Object.entries(flags).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(
    entries.map(([name, text]) => [
      name,
      text === 'off' ? null : /^\d{1,15}$/.test(text) ? Number(text) : text,
    ]),
  )
}
