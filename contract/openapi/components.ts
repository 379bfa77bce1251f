import type { JsonSchema } from '../shapes/example.ts'
import { nameOf, portable } from './portable.ts'

/** The description of a field can complete "must be …"; the API reference shows it as a sentence. */
export function toSentence(description: string): string {
  const sentence = description.replace(
    /^[a-z]+(?=[ -])/,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  )
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}

/** Collects the schemas that have a title, and replaces each of them by a reference. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema> = {}

  reference(schema: JsonSchema): JsonSchema & { $ref?: string } {
    const { title } = schema
    const inner = this.#inside(schema)
    if (title === undefined) return inner
    const known = this.schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(inner)) {
      throw new Error(`Two different schemas have the title ${title}`)
    }
    this.schemas[title] = inner
    return { $ref: `#/components/schemas/${title}` }
  }

  /** Like `ref`, with a name for a schema that has no title. Generators use it as the name of the type. */
  named(schema: JsonSchema, fallback: string): JsonSchema & { $ref?: string } {
    const isNamed = schema.title !== undefined || !['object', 'array'].includes(String(schema.type))
    return this.reference(isNamed ? schema : { ...schema, title: nameOf(schema, fallback) })
  }

  #inside(given: JsonSchema): JsonSchema {
    const schema = portable(given)
    const { description, properties, items, anyOf, additionalProperties } = schema
    return {
      ...schema,
      ...(description && { description: toSentence(description) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [name, this.reference(field)]),
        ),
      }),
      ...(items && { items: this.reference(items) }),
      ...(anyOf && { anyOf: anyOf.map((branch) => this.reference(branch)) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: this.reference(additionalProperties),
      }),
    }
  }
}

export const SECURITY_SCHEMES = {
  partnerSlug: {
    type: 'apiKey',
    in: 'header',
    name: 'x-partner-slug',
    description: 'The slug assigned to the partner at onboarding.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'x-signature',
    description:
      '`t=<unix seconds>,v1=<hex>`, optionally followed by `,v2=<hex>`. Both are lower-case hex HMAC-SHA-256 values, ' +
      'keyed with the partner’s secret. v1 signs the timestamp, a dot and the raw body. v2 signs ' +
      '`t.METHOD.path-with-query.sha256hex(body)`, so it also covers the method and path.',
  },
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token that the partner issues. Required claims: `iss` (the partner’s registered issuer), `sub` (the ' +
      'externalUserId) and `exp`. Optional: `email` and `displayName`. Algorithms: RS256, RS384, RS512, PS256, PS384, ' +
      'PS512, ES256, ES384 and EdDSA.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A back-office API key. Its role limits what it can read and change.',
  },
  deviceCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-counterfoil-counter',
    description:
      'The session of a device at an outlet. A request that changes something must come from our own origin. On ' +
      'http://localhost the cookie is named `counterfoil-counter`.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-counterfoil',
    description:
      'The session of a signed-in staff member. A request that changes something must come from our own origin, as its ' +
      '`Origin` or `Sec-Fetch-Site` header says. On http://localhost the cookie is named `counterfoil`.',
  },
} as const

const text = { type: 'string' }

export const HEADERS = {
  RequestId: {
    description: 'Identifies the request in our logs. Quote it when you contact us.',
    schema: text,
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: { description: 'Identifies the current state of the resource.', schema: text },
  Link: {
    description: 'The next page, as `<…>; rel="next"`. Absent on the last page.',
    schema: text,
  },
  Help: {
    description: 'The section of the documentation about the error code, as `</docs/errors#…>; rel="help"`.',
    schema: text,
    example: '</docs/errors#validation_failed>; rel="help"',
  },
  Replayed: {
    description: '`true` if this response repeats the response to an earlier request with the same key.',
    schema: text,
  },
  RateLimitPolicy: {
    description:
      'The partner’s limit of requests (`q`) in a window of seconds (`w`). Only if the partner has a limit here.',
    schema: text,
    example: '"partner";q=600;w=60',
  },
  RateLimit: {
    description:
      'How many requests are left (`r`), and the seconds until more become available (`t`). Only if the partner has a ' +
      'limit here.',
    schema: text,
    example: '"partner";r=599;t=60',
  },
  Authenticate: {
    description: 'The expected credential. Present if the credential was refused.',
    schema: text,
  },
} as const

export type HeaderComponent = keyof typeof HEADERS
