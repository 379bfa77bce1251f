// Standard Webhooks (https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp` and `webhook-signature`, which
// ready-made libraries of many languages verify.

const PREFIX = 'whsec_'

/**
 * The key that a Standard Webhooks library uses. If the secret is `whsec_` and standard base64, it is the decoded
 * bytes. Older secrets have another form: the key is the text itself, and the library must be given
 * `standardSecret(secret)`.
 */
export function standardKey(secret: string): Buffer {
  return decoded(secret) ?? Buffer.from(secret)
}

/** The secret in the form that a Standard Webhooks library takes. Secrets that are in this form already are unchanged. */
export function standardSecret(secret: string): string {
  return decoded(secret) ? secret : `${PREFIX}${Buffer.from(secret).toString('base64')}`
}

/** Null unless the secret is the prefix and padded base64: Node also decodes base64url and skips other characters. */
function decoded(secret: string): Buffer | null {
  if (!secret.startsWith(PREFIX)) return null
  const text = secret.slice(PREFIX.length)
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null
}
