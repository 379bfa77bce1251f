import { CODES_WITH_ISSUES, ERROR_DETAILS } from '../contract/error-body.ts'
import { ERRORS, type ErrorCode } from '../contract/errors.ts'
import { REMEDIES } from '../contract/remedies.ts'

const INTRODUCTION = `<!-- Generated from the contract by \`npm run generate\`. Do not edit. -->

# Errors

Every error response has the body \`{"error": code}\`. Some add \`details\`, and invalid requests add \`issues\`, each with a
\`path\` (a JSON pointer) and a \`message\`. Branch on the code, and handle codes that are not listed: new ones may be added.
Quote \`x-request-id\` when you contact us. The header \`link\` has the section of this page about the code:
\`</docs/errors#invalid_signature>; rel="help"\`.

- **401** of \`/integrations/*\` and consumer routes means that the signature or the token was refused, with one exception:
  [\`invalid_pin\`](#invalid_pin) is also a 401, but the token is valid. A client that refreshes its token after a 401 must
  not do so for this code.
- **429 and 503** have the header \`retry-after\`, in seconds.
- **5xx and lost responses**: send the same request again, with increasing delays.
- The codes of \`POST /me/redemptions\`, from \`rate_limited\` to \`code_generation_failed\`, are listed in the order in which
  the checks run.

`

/** docs/errors.md: one section per code, so that each has an address. */
export function renderErrorDocs(): string {
  return INTRODUCTION + (Object.keys(ERRORS) as ErrorCode[]).map(section).join('\n')
}

function section(code: ErrorCode): string {
  const { status, meaning } = ERRORS[code]
  const details: { properties: object } | undefined = (
    ERROR_DETAILS as Record<string, { properties: object }>
  )[code]
  const included = [
    ...Object.keys(details?.properties ?? {}).map((name) => `\`details.${name}\``),
    ...(CODES_WITH_ISSUES.includes(code) ? ['`issues`'] : []),
  ]
  return [
    `## ${code}\n`,
    `**${status}.** ${meaning}\n`,
    `**What to do:** ${REMEDIES[code]}\n`,
    ...(included.length > 0 ? [`**Includes:** ${included.join(', ')}\n`] : []),
  ].join('\n')
}
