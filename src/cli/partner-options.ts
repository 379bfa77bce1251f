import { UsageError } from './failure.ts'
import { readText } from './input.ts'

/** The flags of `partner create` that are fields of the API under the same name. */
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
  requireV2?: boolean
  disabled?: boolean
}

export type PartnerOptions = PlainOptions & {
  from?: string
  maxTokenLifetimeSeconds?: string
  frameAncestor?: string[]
  publicKeyFile?: string
  nextPublicKeyFile?: string
  secretFile?: string
}

/** The partner as the API would be sent it: what the file says, and over it what the flags say. */
export async function gatherPartner(options: PartnerOptions): Promise<unknown> {
  const {
    from,
    maxTokenLifetimeSeconds,
    frameAncestor,
    publicKeyFile,
    nextPublicKeyFile,
    secretFile,
    ...plain
  } = options
  const base = from === undefined ? {} : parseJson(from, await readText(from))
  if (base === null || typeof base !== 'object' || Array.isArray(base)) {
    throw new UsageError(`${from} does not hold a JSON object`)
  }
  return {
    ...base,
    ...plain,
    ...(maxTokenLifetimeSeconds !== undefined && {
      maxTokenLifetimeSeconds: readNumber(maxTokenLifetimeSeconds),
    }),
    ...(frameAncestor !== undefined && { frameAncestors: frameAncestor }),
    ...(publicKeyFile !== undefined && { publicKey: await readKey(publicKeyFile) }),
    ...(nextPublicKeyFile !== undefined && { nextPublicKey: await readKey(nextPublicKeyFile) }),
    ...(secretFile !== undefined && { secret: (await readText(secretFile)).trim() }),
  }
}

/** PEM is kept as text; what begins like an object is a JWK. */
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

/** What is no number stays text, and the schema says so. */
function readNumber(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}
