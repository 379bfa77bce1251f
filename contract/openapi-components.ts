import type { JsonSchema } from './example.ts'

/** Collects the schemas that have a title, and writes a reference wherever one of them stands. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema> = {}

  reference(schema: JsonSchema): JsonSchema & { $ref?: string } {
    const { title } = schema
    const inner = this.#inside(schema)
    if (title === undefined) return inner
    const known = this.schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(inner)) {
      throw new Error(`Two different schemas are called ${title}`)
    }
    this.schemas[title] = inner
    return { $ref: `#/components/schemas/${title}` }
  }

  #inside(schema: JsonSchema): JsonSchema {
    const { properties, items, anyOf, additionalProperties } = schema
    return {
      ...schema,
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
      '`t=<unix seconds>,v1=<hex>`, optionally followed by `,v2=<hex>`. v1 is the lower-case hex HMAC-SHA-256, keyed ' +
      'with the partner’s secret, of the timestamp, a dot and the raw body. v2 is the same over ' +
      '`t.METHOD.path-with-query.sha256hex(body)`: it binds the request to its method and path as well.',
  },
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Minted by the partner. `iss` is the issuer registered for the partner, `sub` the externalUserId, `exp` is ' +
      'required; `email` and `displayName` are optional. RS256 to RS512, PS256 to PS512, ES256, ES384 or EdDSA.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of the back office. The role it was made with bounds what it reaches.',
  },
} as const

const text = { type: 'string' }

export const HEADERS = {
  RequestId: { description: 'Ties the answer to our log: quote it to support.', schema: text },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
  },
  ETag: { description: 'What this state of the resource is called.', schema: text },
  Link: {
    description: 'The next page, as `<…>; rel="next"`. Absent on the last one.',
    schema: text,
  },
  Replayed: {
    description: '`true` when this is the answer to an earlier request with the same key.',
    schema: text,
  },
  Authenticate: {
    description: 'Which credential is wanted, where it was the credential that was refused.',
    schema: text,
  },
} as const

export type HeaderComponent = keyof typeof HEADERS
