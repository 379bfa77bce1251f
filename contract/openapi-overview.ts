import { CODES_WITH_ISSUES, ERROR_DETAILS } from './error-body.ts'
import { ERRORS, type ErrorCode } from './errors.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]

function errorRow(code: ErrorCode): string {
  const { status, meaning } = ERRORS[code]
  const details =
    code in ERROR_DETAILS ? Object.keys(ERROR_DETAILS[code as keyof typeof ERROR_DETAILS].properties) : []
  const carries = CODES_WITH_ISSUES.includes(code)
    ? '`issues`'
    : details.map((name) => `\`${name}\``).join(', ')
  return `| ${status} | \`${code}\` | ${meaning} | ${carries} |`
}

export const OVERVIEW = `
Counterfoil is a voucher service that partner applications embed. Merchants publish vouchers and have
outlets; a partner's users browse merchants, put vouchers into a wallet (claim), favorite merchants, and
redeem vouchers at an outlet with the outlet's 4-digit PIN and, where the device has one, a GPS position.

## Who calls what

| Surface | Who calls | Paths | Credential |
|---|---|---|---|
| Server-to-server | the partner's backend | \`/integrations/*\` | HMAC signature headers |
| Consumer | the webview, or the partner's own interface, for one user | \`/merchants\`, \`/vouchers\`, \`/categories\`, \`/branding\`, \`/me\`, \`/me/*\` | bearer JWT minted by the partner |
| Webhooks | we call the partner | the partner's webhook URL | HMAC signature header |
| Back office | staff, the console, automation | \`/admin/*\` | bearer API key |

A typical integration: the backend creates the user with \`POST /integrations/users\` (or leaves it to the
first \`GET /me\`), mints a token, and opens the webview at \`/app/#token=<JWT>\`. Claims, redemptions and
new vouchers of favorited merchants come back as webhooks.

A partner may be restricted to some merchants or categories. Lists then show those only, and what lies
outside is refused.

## Authentication

**HMAC.** Send \`x-partner-slug\`, and \`x-signature: t=<unix seconds>,v1=<hex>\`, where v1 is the
lower-case hex HMAC-SHA-256, keyed with the partner's secret, of the timestamp, a dot and the raw body
(nothing after the dot when the body is empty; a GET or DELETE with a body is refused). The clocks may differ by 300 seconds. A second element,
\`v2=<hex>\`, over \`t.METHOD.path-with-query.sha256hex(body)\`, binds the signature to the request; it is
checked whenever it is there, and a partner can require it. Webhooks are signed with v1 in the same way:
verify before parsing, refuse timestamps more than 300 seconds off, compare in constant time.

**User tokens.** \`Authorization: Bearer <JWT>\`, signed with RS256 to RS512, PS256 to PS512, ES256, ES384
or EdDSA by a key of the partner's JWKS or by its registered key. \`iss\`, \`sub\` (the externalUserId) and
\`exp\` are required.

**API keys.** \`Authorization: Bearer <key>\`. The role of the key (admin, support, merchant or partner)
bounds what it may do; what lies outside its merchant or partner does not exist for it.

## Conventions

* Bodies are JSON, ids are uuids, timestamps are ISO 8601 in UTC with milliseconds. Lengths count Unicode
  code points.
* Nothing is coerced: a number where text is wanted is a bad request.
* Unknown properties are ignored, but refused by \`POST /me/redemptions\` and by the back office.
* Consumer lists are plain arrays, complete unless \`limit\` asks for pages; the \`link\` header leads to
  the next page. Lists of the back office are \`{items, nextCursor}\`.
* A change in the back office with \`If-Match: "<version>"\` applies only while the object is at that
  version.
* Image paths that begin with \`/uploads/\` are relative to this origin; https URLs stand as they are.
* Voucher titles may contain \`{b}\`, \`{r}\` and \`{s}\` tags (bold, red, struck through), closed by
  \`{/b}\` and so on, possibly nested. For plain text remove them, whatever their case.
* Consumer routes may be called from any web origin. A body is at most 64 KiB unless a route says otherwise.

## Errors

Every refusal is \`{"error": code}\`, some with \`details\`, bad requests with \`issues\`. Decide by the
code.

| Status | Code | Meaning | Carries |
|---|---|---|---|
${codes.map(errorRow).join('\n')}

## Versioning

This document has version 1.0.0, and paths carry no version. Adding a field, a route, an event type, an
error code or an optional parameter is not a breaking change: ignore what you do not know. Removing or
changing one gets a new document version and is announced 12 months ahead.
`.trim()

export const TAGS: Record<string, string> = {
  Browse: 'Consumer: merchants, vouchers and categories within the partner’s scope.',
  Wallet: 'Consumer: the user, what they have claimed and which merchants they follow.',
  Redemption: 'Consumer: using a voucher at an outlet.',
  'Server-to-server': 'Users and the feed of events, for the partner’s backend.',
  Partners: 'Back office: the applications that embed the service, their keys and secrets.',
  Webhooks: 'Back office: a partner’s endpoint, tested, resumed and replayed.',
  Deliveries: 'Back office: what was sent to partners and what they answered.',
  Categories: 'Back office: how merchants are sorted.',
  Merchants: 'Back office: merchants, and which of them are featured.',
  Outlets: 'Back office: where vouchers are redeemed. PINs can be set and never read.',
  Vouchers: 'Back office: drafting and publishing.',
  Codes: 'Back office: the pools from which vouchers with codeSource MANUAL draw.',
  Images: 'Back office: pictures of merchants and vouchers.',
  Users: 'Back office: looking up a partner’s users.',
  Redemptions: 'Back office: every redemption; voiding and reviewing.',
  Figures: 'Back office: counts over a period.',
  Alerts: 'Back office: what needs attention now.',
  Keys: 'Back office: credentials for automation.',
  Staff: 'Back office: people who sign in to the console.',
  Audit: 'Back office: who changed what.',
  Operations: 'Health and metrics, for whoever runs the service.',
}
